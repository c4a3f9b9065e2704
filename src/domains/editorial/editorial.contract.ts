import { z } from 'zod'
import type { HelpLinesByNeed } from '../crisis/help-lines-by-need.contract.ts'
import type { HelpLines } from '../crisis/help-lines-file.contract.ts'
import { playerOf } from './film.rules.ts'
import type { HomeWords } from './home.contract.ts'
import type { Resources } from './resources.contract.ts'
import { prose, type TextName, type TextPage } from './texts.contract.ts'

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

/** `here`: already available. */
const item = z.union([z.string().min(1), z.strictObject({ text: z.string().min(1), here: z.literal(true) })])

const stage = z.strictObject({
  stage: z.string().min(1),
  items: z.array(item).min(1),
  now: z.literal(true).optional(),
})
export type Stage = z.infer<typeof stage>

const planned = z.strictObject({
  title: z.string().min(1),
  text: z.string().min(1),
  picture: z.strictObject({ name: z.enum(['word-cloud', 'mind-map']), alt: z.string().min(1) }).optional(),
})
export type Planned = z.infer<typeof planned>

const film = z.strictObject({
  title: z.string().min(1),
  video: z.string().refine((url) => playerOf(url) !== undefined, {
    error: 'must be the https:// address of a video at YouTube or Vimeo',
  }),
})

/** `content/site.yaml`, the only place with the product's name. */
export const siteSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  /** The running version's source; by default, the site serves its own. */
  source_url: httpsUrl.optional(),
  copyright_year: z.int(),
  built_by: z.string().min(1),
  beta_notice: z.string().min(1),
  operator: z.strictObject({ operator: prose, contact: prose, law: prose }),
  film: film.optional(),
  first_words: z.array(z.string()).max(12),
  social: z.array(z.strictObject({ name: z.enum(['YouTube', 'TikTok', 'Instagram', 'X']), url: httpsUrl })),
  roadmap: z.array(stage).min(1),
  planned: z.array(planned),
})

export type SiteFile = z.infer<typeof siteSchema>

export type License = { packages: string[]; identifier: string; text: string }

export type Site = SiteFile & {
  texts: Record<TextName, TextPage>
  resources: Resources
  helpLines: HelpLines
  helpLinesByNeed: HelpLinesByNeed
  home: HomeWords
}
