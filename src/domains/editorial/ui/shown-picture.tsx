import type { PictureName } from '../home.contract.ts'

/** AVIF at 1x and 2x; WebP as a fallback. */
const files = import.meta.glob<string>('./assets/home/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

type Name = PictureName | 'dashboard' | 'film'

const alt: Record<Name, string> = {
  phone:
    'Three screens of a phone: the definition of Gaslighting, a list of Connections with their number, and saved favorite terms.',
  connections:
    'The Connections of a sample person: 15 in all, 11 this month, 12 linked to terms. Below, a search box and the first one, about Boundaries.',
  'word-cloud':
    'A cloud of words of sample Connections: the largest are Gaslighting, Silent Treatment, Guilt Tripping and "remember".',
  'mind-map':
    'A mind map of 15 sample Connections: from the middle a branch leads to each of nine terms, and from each term to two words near it.',
  dashboard:
    'The dashboard of a sample person: rooms from Home to Coming Soon at the side, 8 favorite terms, 15 Connections, 15 days active, recent activity and quick actions.',
  film: 'The page of the term Gaslighting, in the film.',
}

type ProductPictureProps = {
  name: Name
  sizes: string
  eager?: boolean
}

/** 936 by 624. */
export function ProductPicture({ name, sizes, eager = false }: ProductPictureProps) {
  const fileUrl = (theme: string, suffix: string) => files[`./assets/home/${name}-${theme}${suffix}`] ?? ''
  const avif = (theme: string) => `${fileUrl(theme, '.avif')} 936w, ${fileUrl(theme, '-2x.avif')} 1872w`
  const dark = { media: '(prefers-color-scheme: dark)', 'data-dark': '' }
  return (
    <picture>
      <source {...dark} type="image/avif" srcSet={avif('dark')} sizes={sizes} />
      <source {...dark} srcSet={fileUrl('dark', '.webp')} />
      <source type="image/avif" srcSet={avif('light')} sizes={sizes} />
      <img
        src={fileUrl('light', '.webp')}
        alt={alt[name]}
        width="936"
        height="624"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
