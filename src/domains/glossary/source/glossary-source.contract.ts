import { z } from 'zod'
import { senseUses, slugOf, termTypes } from '../terms.rules.ts'

export type Finding = {
  file: string
  /** from 1 */
  line?: number
  /** what is wrong, and what to do */
  message: string
}

const tagCount = { min: 3, max: 6 } as const
const exampleCount = 3

/** A longer text is a mistake, and would break search and pages. */
const maxCharacters = { name: 80, text: 1200, phrase: 120, sentence: 400 } as const

/** PostgreSQL rejects some. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u

/** Collapses whitespace of YAML folding. */
function line(maxLength: number) {
  return z
    .string('is not text: write it as text, in quotes if it looks like a number or a date')
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, 'is empty: write it, or take the line out')
        .max(maxLength, `is longer than ${maxLength} characters: shorten it`)
        .refine((text) => !invisible.test(text), 'contains an invisible control character: type it again'),
    )
}

const name = line(maxCharacters.name).refine(
  (text) => slugOf(text) !== '',
  'has no letter a-z and no figure, so that it makes no address: write it in Latin letters',
)

const phrases = (most: number) =>
  z
    .array(line(maxCharacters.phrase), 'is not a list: write each phrase on a line of its own after "- "')
    .max(most, `holds more than ${most} phrases: keep the best`)
    .default([])

/** Optional parts of a term's page, as in the content guide. */
const detailsShape = {
  /** Where everyday, psychological and legal use differ. */
  senses: z
    .array(
      z.strictObject({
        use: z.enum(senseUses, `is none of ${senseUses.join(', ')}: write one of them`),
        text: line(maxCharacters.sentence),
      }),
      'is not a list: write each sense as "- use:" and "text:"',
    )
    .max(4, 'holds more than 4 senses: keep those that differ')
    .default([]),
  not_the_same_as: z
    .array(
      z.strictObject({ term: name, why: line(maxCharacters.sentence) }),
      'is not a list: write each as "- term:" and "why:"',
    )
    .max(3, 'holds more than 3 terms: keep those that are mixed up most')
    .default([]),
  called_elsewhere: z
    .array(
      z.strictObject({ country: name, name: line(maxCharacters.name * 2) }),
      'is not a list: write each as "- country:" and "name:"',
    )
    .max(10, 'holds more than 10 names: keep the best known')
    .default([]),
  /** Where the word comes from. */
  origin: line(maxCharacters.sentence).optional(),
  sources: z
    .array(
      z.strictObject({
        title: line(maxCharacters.sentence),
        year: z.int('is not a year: write it as a number').min(1500, 'is before 1500: correct it'),
        checked: z
          .string()
          .regex(/^\d{4}-\d{2}$/, "is not a month: write it like '2026-11', in quotes")
          .optional(),
      }),
      'is not a list: write each source as "- title:", "year:" and "checked:"',
    )
    .max(8, 'holds more than 8 sources: keep the best')
    .default([]),
  /** Whether it is about danger: the page leads to crisis lines, and no other page leads to it unasked. */
  heavy: z.boolean('is neither true nor false: write one of them').default(false),
}

const instant = z
  .union([z.date(), z.string()], 'is not a time: write it like 2026-11-21T09:40:00Z')
  .transform((time) =>
    typeof time === 'string' ? time.trim() : Number.isNaN(time.getTime()) ? '' : time.toISOString(),
  )
  .pipe(
    z.iso
      .datetime({ offset: true, error: 'is not a time: write it like 2026-11-21T09:40:00Z' })
      .transform((time) => new Date(time).toISOString()),
  )

const tagsMessage = `does not hold ${tagCount.min} to ${tagCount.max} names: add or take out tags`
const examplesMessage = `does not hold exactly ${exampleCount} examples: add or take out some`

/** One file (content guide). */
export const termFileSchema = z.strictObject({
  term_name: name,
  type: z.enum(termTypes, `is none of ${termTypes.join(', ')}: write one of them`),
  aliases: z
    .array(name, 'is not a list: write it as [one, another], or leave it out')
    .max(30, 'holds more than 30 names: keep those that people search for')
    .default([]),
  definition: line(maxCharacters.text),
  tags: z
    .array(name, 'is not a list: write it as [One, Another, Third]')
    .min(tagCount.min, tagsMessage)
    .max(tagCount.max, tagsMessage),
  examples: z
    .array(line(maxCharacters.text), 'is not a list: write each example on a line of its own after "- "')
    .length(exampleCount, examplesMessage),
  /** What people type who do not know the name; searched, not shown. */
  search_phrases: phrases(120),
  /** Up to three of them that an editor chose to show. */
  in_people_words: phrases(3),
  /** What someone would tell, for recognition; searched, not shown. */
  lines: phrases(12),
  ...detailsShape,
  /** ISO 8601 in UTC */
  created_at: instant,
})

export type TermOfFile = z.infer<typeof termFileSchema> & {
  /** the file name must match */
  slug: string
}

export type SourceTerm = TermOfFile & {
  file: string
  /** by field or list item: `definition`, `tags.2` */
  lineNumbers: Readonly<Record<string, number>>
}
