import { z } from 'zod'
import { prose } from './texts.contract.ts'

/** From `npm run screenshots`. */
export const pictureNames = ['phone', 'connections', 'word-cloud', 'mind-map'] as const
export type PictureName = (typeof pictureNames)[number]

const word = z.string().min(1)
const card = z.strictObject({ title: prose, text: prose })
const picture = z.enum(pictureNames, { error: `must be one of ${pictureNames.join(', ')}` })
const eachOnce = (pictures: { picture: PictureName }[]) =>
  pictures.length === pictureNames.length &&
  new Set(pictures.map(({ picture }) => picture)).size === pictures.length
const lines = z.strictObject({ title: prose, lines: z.array(prose).min(1) })

export const homeSchema = z.strictObject({
  headline: word,
  lede: prose,
  pictures: z.array(card.extend({ picture })).refine(eachOnce, {
    error: `must show ${pictureNames.join(', ')}, each once`,
  }),
  is: z.strictObject({ title: prose, cards: z.array(card).length(3) }),
  does: z.strictObject({ title: prose, bullets: z.array(prose).length(4) }),
  why: z.strictObject({ title: prose, quote: prose, signed: prose, film: prose }),
  right: z.strictObject({ title: prose, for: lines, against: lines }),
  start: card,
})
export type HomeWords = z.infer<typeof homeSchema>
