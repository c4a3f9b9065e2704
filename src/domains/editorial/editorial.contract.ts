import { z } from 'zod'
import { playerOf } from './film.rules.ts'
import type { HomeWords } from './home.contract.ts'
import type { Resources } from './resources.contract.ts'
import { prose, type TextName, type TextPage } from './texts.contract.ts'

const outside = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

/** One item of the roadmap; `here` where people can use it already, whatever its stage. */
const item = z.union([z.string().min(1), z.strictObject({ text: z.string().min(1), here: z.literal(true) })])

/** One stage of the roadmap (specification point 1, "Roadmap stages"). */
const stage = z.strictObject({
  stage: z.string().min(1),
  items: z.array(item).min(1),
  now: z.literal(true).optional(),
})
export type Stage = z.infer<typeof stage>

/** One card of Coming Soon; `picture` is drawn by a script (ui/assets/planned). */
const planned = z.strictObject({
  title: z.string().min(1),
  text: z.string().min(1),
  picture: z.enum(['word-cloud', 'mind-map']).optional(),
})
export type Planned = z.infer<typeof planned>

/** The film of the operator, played where it stands once somebody clicks. */
const film = z.strictObject({
  title: z.string().min(1),
  video: z.string().refine((url) => playerOf(url) !== undefined, {
    error: 'must be the https:// address of a video at YouTube or Vimeo',
  }),
})

/** `content/site.yaml`: the operator's words and addresses. The product's name stands nowhere else. */
export const siteSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  /** Where the source of this running version can be had; left out, the site serves it itself. */
  source_url: outside.optional(),
  copyright_year: z.int(),
  built_by: z.string().min(1),
  beta_notice: z.string().min(1),
  operator: z.strictObject({ operator: prose, contact: prose, law: prose }),
  film: film.optional(),
  first_words: z.array(z.string()).max(12),
  social: z.array(z.strictObject({ name: z.enum(['YouTube', 'TikTok', 'Instagram', 'X']), url: outside })),
  roadmap: z.array(stage).min(1),
  planned: z.array(planned),
})

export type SiteFile = z.infer<typeof siteSchema>

/** The terms of others for what the product is made of, and which packages are under the very same words. */
export type License = { packages: string[]; identifier: string; text: string }

/** All words of the operator, with those that stand in files of their own. */
export type Site = SiteFile & { texts: Record<TextName, TextPage>; resources: Resources; home: HomeWords }
