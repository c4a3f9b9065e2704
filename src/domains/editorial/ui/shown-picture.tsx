import type { PictureName } from '../home.contract.ts'
import * as messages from '../messages.en.yaml'

/** AVIF at 1x and 2x; WebP as a fallback. */
const files = import.meta.glob<string>('./assets/home/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

type Name = PictureName | 'dashboard' | 'film'

const alt: Record<Name, () => string> = {
  phone: messages.phoneAlt,
  connections: messages.connectionsAlt,
  'word-cloud': messages.wordCloudAlt,
  'mind-map': messages.mindMapAlt,
  dashboard: messages.dashboardAlt,
  film: messages.filmAlt,
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
        alt={alt[name]()}
        width="936"
        height="624"
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
