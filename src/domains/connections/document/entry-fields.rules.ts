import { isBlank } from '../../../platform/visible-text.ts'
import { contentLimit, tooLongMessage } from '../entries.rules.ts'
import * as messages from '../messages.en.yaml'
import { characterCount } from '../preview.rules.ts'
import {
  documentLimits,
  type EntryDocument,
  type EntryRecord,
  type Happened,
  splitTags,
  tagProblem,
} from './document.rules.ts'
import { type HappenedInput, parseHappened, toHappenedInput } from './happened.rules.ts'

/** The state of the form while it is filled in. */
export type EntryFields<Term extends { id: string }> = {
  content: string
  terms: Term[]
  happened: HappenedInput
  tags: string
  record: EntryRecord
}

type Fillable<Term> = {
  content: string | null
  terms: Term[]
  happened: Happened | null
  tags: string[]
  record: EntryRecord
}

/** The form's fields of a Connection or draft. */
export const toEntryFields = <Term extends { id: string }>(entry: Fillable<Term>): EntryFields<Term> => ({
  content: entry.content ?? '',
  terms: entry.terms,
  happened: toHappenedInput(entry.happened),
  tags: entry.tags.join(', '),
  record: entry.record,
})

export type FieldProblems = { content?: string; happened?: string; tags?: string; terms?: string }

/**
 * Reads the fields as a document. While a date is unreadable the last readable one stays, so that a draft can be saved.
 *
 * @param before the date that was read last
 */
export function readFields(
  fields: EntryFields<{ id: string }>,
  before: Happened | null,
  now: Date,
): { document: EntryDocument; problems: FieldProblems } {
  const { content, terms, record } = fields
  const parsed = parseHappened(fields.happened, now)
  const tags = splitTags(fields.tags)
  const tagsProblem = tagProblem(tags)
  const problems: FieldProblems = {
    ...(isBlank(content) && { content: messages.contentRequired() }),
    ...(characterCount(content) > contentLimit && { content: tooLongMessage() }),
    ...('problem' in parsed && { happened: parsed.problem }),
    ...(tagsProblem && { tags: tagsProblem }),
    ...(terms.length > documentLimits.terms && {
      terms: messages.tooManyTerms({ max: documentLimits.terms }),
    }),
  }
  const happened = 'problem' in parsed ? before : parsed.happened
  return {
    document: { content, linked_term_ids: terms.map(({ id }) => id), happened, tags, record },
    problems,
  }
}
