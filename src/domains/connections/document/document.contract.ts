import { z } from 'zod'
import * as messages from '../messages.en.yaml'
import { characterCount } from '../preview.rules.ts'
import { cleanTags, documentLimits, type EntryRecord, splitTags, tagProblem } from './document.rules.ts'
import { type HappenedInput, happenedProblem, parseHappened } from './happened.rules.ts'

const termId = z.uuid('linked_term_ids are ids of terms')
const linked_term_ids = z.array(termId).describe('All linked terms; `linked_term_id` is the first')

const happened = z.object({
  date: z.string().describe('A day (2026-03-14), a month (2026-03), or a year (2026)'),
  time: z.string().nullable().default(null).describe('Such as 21:30; only with a day'),
  about: z.boolean().default(false).describe('The writer is not sure'),
  time_zone: z
    .string()
    .max(64, 'time_zone is the IANA name of a time zone')
    .nullable()
    .default(null)
    .describe('Of the writer, such as Europe/Berlin'),
})

const tags = z.array(z.string()).describe('The writer’s own')

const recordText = z
  .string()
  .refine((text) => characterCount(text) <= documentLimits.recordLength, {
    error: () => messages.recordTooLong({ max: documentLimits.recordLength }),
  })
  .meta({ maxLength: documentLimits.recordLength })
  .default('')
const record = z.object({
  place: recordText.describe('Where it happened'),
  people: recordText.describe('Who was there'),
  proof: recordText.describe('What was kept as proof'),
  disclosed_to: recordText.describe('Who knows about it'),
})

/** As it is read. */
export const documentSchema = z.object({
  linked_term_ids,
  happened: happened.nullable().describe('When it happened'),
  tags,
  record,
})

/** As it is written; a member that is left out stays as it is. */
export const documentChangeSchema = z.object({
  linked_term_ids: linked_term_ids
    .max(documentLimits.terms, { error: () => messages.tooManyTerms({ max: documentLimits.terms }) })
    .transform((ids) => [...new Set(ids)])
    .optional(),
  happened: happened
    .superRefine((value, context) => {
      const message = happenedProblem(value, new Date())
      if (message) context.addIssue({ code: 'custom', message })
    })
    .nullable()
    .optional(),
  tags: tags
    .max(10 * documentLimits.tags, { error: () => messages.tooManyTags({ max: documentLimits.tags }) })
    .transform(cleanTags)
    .superRefine((value, context) => {
      const message = tagProblem(value)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .optional(),
  record: record.optional(),
})

const formField = z.string().optional()

/** The fields of a form that was sent without scripts; those that it does not have stay as they are. */
export const formDetails = z
  .object({
    linked_term_ids: formField,
    happened_day: formField,
    happened_month: formField,
    happened_year: formField,
    happened_time: formField,
    happened_about: formField,
    happened_zone: formField,
    tags: formField,
    place: formField,
    people: formField,
    proof: formField,
    disclosed_to: formField,
  })
  .transform((form, context) => {
    const { happened, ...typed } = readTypedForm(form)
    const parsed = form.happened_year === undefined ? undefined : parseHappened(happened, new Date())
    if (parsed && 'problem' in parsed) {
      context.addIssue({ code: 'custom', message: parsed.problem })
      return z.NEVER
    }
    const change: z.input<typeof documentChangeSchema> = {
      // Empty is left to `linked_term_id`, which older forms send alone.
      ...(form.linked_term_ids && { linked_term_ids: form.linked_term_ids.split(',') }),
      ...(parsed && { happened: parsed.happened }),
      ...(form.tags !== undefined && { tags: splitTags(typed.tags) }),
      ...(form.place !== undefined && { record: typed.record }),
    }
    return change
  })
  .pipe(documentChangeSchema)

/** As `formDetails`, for a draft: an invalid date or field must not lose the text. */
export const draftFormDetails = z.record(z.string(), z.unknown()).transform((form) => {
  const undated = Object.fromEntries(Object.entries(form).filter(([name]) => !name.startsWith('happened_')))
  for (const fields of [form, undated]) {
    const { data } = formDetails.safeParse(fields)
    if (data) return data
  }
  return {}
})

type DetailsForm = Partial<Record<string, string>>

/** A form that was sent without scripts, and what was typed, to show it again. */
export type RejectedForm = { problem: string; typed: TypedForm }
export type TypedForm = { content: string; happened: HappenedInput; tags: string; record: EntryRecord }

/** What was typed into a form that was sent without scripts. */
export function readTypedForm(form: DetailsForm): TypedForm {
  const text = (name: string) => (form[name] ?? '').replaceAll('\r\n', '\n')
  return {
    content: text('content'),
    happened: {
      day: text('happened_day'),
      month: text('happened_month'),
      year: text('happened_year'),
      time: text('happened_time'),
      about: form.happened_about !== undefined,
      time_zone: text('happened_zone') || null,
    },
    tags: text('tags'),
    record: {
      place: text('place'),
      people: text('people'),
      proof: text('proof'),
      disclosed_to: text('disclosed_to'),
    },
  }
}
