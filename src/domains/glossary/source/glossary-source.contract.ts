import { z } from 'zod'
import { slugOf, termTypes } from '../terms.rules.ts'

/** Something wrong in the files of the glossary: where, and one sentence that says what it is and what to do. */
export type Finding = {
  file: string
  /** counted from 1 */
  line?: number
  message: string
}

/** How many tags and examples an entry has (content guide). */
const tagCount = { min: 3, max: 6 } as const
const exampleCount = 3

/** Far above what an entry may have: a text beyond it is a mistake of pasting, and would break search and pages. */
const maxCharacters = { name: 80, text: 1200, said: 2400 } as const

/** Control and format signs and halves of letters: nobody sees them, and PostgreSQL refuses some. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u

/** Text on one line: YAML folds it, and what is left of line breaks and runs of spaces becomes one space. */
function line(most: number) {
  return z
    .string('is not text: write it as text, in quotes if it looks like a number or a date')
    .transform((text) => text.replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, 'is empty: write it, or take the line out')
        .max(most, `is longer than ${most} characters: shorten it`)
        .refine((text) => !invisible.test(text), 'holds a control sign that nobody can see: type it anew'),
    )
}

const name = line(maxCharacters.name).refine(
  (text) => slugOf(text) !== '',
  'has no letter a-z and no figure, so that it makes no address: write it in Latin letters',
)

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

/** One file `content/glossary/<letter>/<slug>.yaml`, as the content guide describes it; unknown keys are refused. */
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
  /** what people say who do not know the name, with commas between; found by, and shown nowhere */
  said: line(maxCharacters.said).default(''),
  /** ISO 8601 in UTC, with milliseconds, whatever offset the file wrote */
  created_at: instant,
})

/** A term as its file says it, in the shape of the table. */
export type TermOfFile = z.infer<typeof termFileSchema> & {
  /** made of the name; the name of the file must be the same */
  slug: string
}

/** With where it was read, which findings say. */
export type SourceTerm = TermOfFile & {
  file: string
  /** in which line a field or an item of a list stands: `definition`, `tags.2` */
  lines: Readonly<Record<string, number>>
}
