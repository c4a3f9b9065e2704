import { z } from 'zod'
import { headingId, textProblem } from './texts.rules.ts'

/** Texts with a page, whose path is the name. */
export const textNames = [
  'mission',
  'disclaimers',
  'terms',
  'privacy',
  'staying-safe',
  'comparing-scripts',
] as const
export type TextName = (typeof textNames)[number]

/** With links as `[words](/page)` and facts as `{operator}`. */
export const prose = z
  .string()
  .min(1)
  .refine((text) => textProblem(text) === undefined, {
    error: ({ input }) => textProblem(String(input)) ?? 'must be text',
  })

const block = z.union(
  [
    prose,
    z.strictObject({ list: z.array(prose).min(1) }),
    z.strictObject({ commands: z.array(z.string().min(1)).min(1) }),
  ],
  { error: 'must be a paragraph, `list:` with its lines, or `commands:` to type' },
)
export type Block = z.infer<typeof block>

const section = z.strictObject({ heading: z.string().min(1), text: z.array(block).min(1) })
export type Section = z.infer<typeof section>

export const textSchema = z.strictObject({
  title: z.string().min(1),
  /** What search engines show. */
  description: z.string().min(1).max(160),
  effective: z.string().min(1).optional(),
  lede: prose.optional(),
  sections: z
    .array(section)
    .min(1)
    .refine((all) => new Set(all.map(({ heading }) => headingId(heading))).size === all.length, {
      error: 'must have headings that differ',
    }),
  signed: z.string().min(1).optional(),
})
export type TextPage = z.infer<typeof textSchema>
