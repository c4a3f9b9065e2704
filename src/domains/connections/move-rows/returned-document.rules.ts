import { z } from 'zod'
import { isBlank } from '../../../platform/visible-text.ts'
import { documentChangeSchema } from '../document/document.contract.ts'
import { documentLimits, type EntryDocument, hasDetails, readDocument } from '../document/document.rules.ts'
import { contentLimit, draftLimit } from '../entries.rules.ts'
import { toHour } from '../lock/locks.rules.ts'
import { characterCount } from '../preview.rules.ts'

const happened = z.object({
  date: z.string().max(10),
  time: z.string().max(5).nullable(),
  about: z.boolean(),
  time_zone: z.string().max(64).nullable(),
})

/** A document as the browser opened it: the same limits as when it was written, but nothing is cleaned. */
const returnedSchema = z.looseObject({
  content: z.string(),
  linked_term_ids: z.array(z.uuid()).max(documentLimits.terms),
  happened: happened.nullable(),
  tags: z.array(z.string().max(4 * documentLimits.tagLength)).max(documentLimits.tags),
  record: documentChangeSchema.shape.record.unwrap(),
})
const returnedDraftSchema = returnedSchema.extend({
  entry_revision: z.int().nullable().default(null),
  writer: z.uuid().nullable().default(null),
  sequence: z.int().default(0),
})

/**
 * Reads a document that comes back from a lock. Fields of a newer version stay.
 *
 * @param json of docs/decisions/039, with or without the times of docs/decisions/042
 * @returns undefined where it is not a document
 */
export function readReturned(json: string, isDraft: boolean): EntryDocument | undefined {
  try {
    // Without a text of its own, an empty one would take the place of what was locked.
    if (typeof JSON.parse(json).content !== 'string') return undefined
    const { created_at: _, updated_at: __, ...document } = readDocument(json) as EntryDocument & Times
    const { success } = (isDraft ? returnedDraftSchema : returnedSchema).safeParse(document)
    const fits = characterCount(document.content) <= (isDraft ? draftLimit : contentLimit)
    const isEmpty = isBlank(document.content) && !(isDraft && hasDetails(document))
    return success && fits && !isEmpty ? document : undefined
  } catch {
    return undefined
  }
}

type Times = { created_at?: unknown; updated_at?: unknown }

/** The exact time from the browser, if it lies in the stored hour: a clock that is years off must not win. */
export function exactTime(stored: Date, given: string | undefined): Date {
  const time = new Date(given ?? stored)
  return toHour(time).getTime() === toHour(stored).getTime() ? time : stored
}
