import type { PictureName } from '../home.contract.ts'

/** Taken by `npm run screenshots`, each in both themes: AVIF in two finenesses, WebP for browsers that do not know it. */
const files = import.meta.glob<string>('./assets/home/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

type Name = PictureName | 'dashboard' | 'film'

/** What is to be seen there, for who does not see it. */
const shows: Record<Name, string> = {
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
  /** How wide it is shown, as the attribute of that name has it. */
  sizes: string
  eager?: boolean
}

/** A picture of the product, 936 by 624 (specification point 2, "Home"). */
export function ProductPicture({ name, sizes, eager = false }: ProductPictureProps) {
  const of = (theme: string, ending: string) => files[`./assets/home/${name}-${theme}${ending}`] ?? ''
  const avif = (theme: string) => `${of(theme, '.avif')} 936w, ${of(theme, '-2x.avif')} 1872w`
  const dark = { media: '(prefers-color-scheme: dark)', 'data-dark': '' }
  return (
    <picture>
      <source {...dark} type="image/avif" srcSet={avif('dark')} sizes={sizes} />
      <source {...dark} srcSet={of('dark', '.webp')} />
      <source type="image/avif" srcSet={avif('light')} sizes={sizes} />
      <img
        src={of('light', '.webp')}
        alt={shows[name]}
        width="936"
        height="624"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
