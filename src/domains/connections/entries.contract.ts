import { z } from 'zod'
import { queryNumber } from '../../platform/query-number.ts'
import { isBlank } from '../../platform/visible-text.ts'
import { referencedTermSchema } from '../glossary/terms.contract.ts'
import { documentChangeSchema, documentSchema, formDetails } from './document/document.contract.ts'
import { contentLimit, pageSize, tooLongMessage } from './entries.rules.ts'
import { isLowercase, lockedOrPlain, lockedSchema } from './lock/lock.contract.ts'
import * as messages from './messages.en.yaml'
import { characterCount } from './preview.rules.ts'

const linkedTermSchema = referencedTermSchema.omit({ type: true, definition: true })
const timestamp = z.iso.datetime().describe('In UTC')

/** Specification point 3, "Journal entry". */
export const entrySchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  content: z
    .string()
    .meta({ maxLength: contentLimit })
    .nullable()
    .describe('null where `locked` has it, or when what is stored does not open: it was tampered with'),
  locked: lockedSchema
    .optional()
    .describe(
      'Only of a locked journal: the document, which opens in the browser. Other members are empty then, `entry_type` says nothing, and times are rounded down to the hour',
    ),
  linked_term_id: z.uuid().nullable(),
  entry_type: z.enum(['freeform', 'term_linked']),
  term: linkedTermSchema.nullable(),
  ...documentSchema.shape,
  terms: z.array(linkedTermSchema).describe('Of `linked_term_ids`, as far as the glossary has them'),
  revision: z.int().min(1).describe('Counts the versions; PATCH says which one it changes'),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Entry = z.infer<typeof entrySchema>
export type DecryptedEntry = Entry & { content: string }

/** `this_month` is the last 30 days. */
const entryStatsSchema = z.object({
  total: z.int().min(0),
  this_month: z.int().min(0),
  linked: z.int().min(0),
  freeform: z.int().min(0),
})
export type EntryStats = z.infer<typeof entryStatsSchema>

export const entryListSchema = z.object({
  entries: z.array(entrySchema).describe('Newest first; fewer than asked for when they are long'),
  next: z
    .string()
    .nullable()
    .describe('What to send as `after` for the next page; null when this is the last'),
  ...entryStatsSchema.shape,
})
export type EntryList = z.infer<typeof entryListSchema>

export const entryListQuerySchema = z.object({
  after: z
    .string()
    .regex(/^[\w-]{30}$/, 'after is the `next` of another page')
    .optional()
    .describe(
      'The `next` of the page before; nothing is skipped or repeated when Connections come or go meanwhile',
    ),
  offset: queryNumber('offset', { min: 0, max: 1_000_000 })
    .default(0)
    .describe('How many Connections are skipped, from the newest or from `after`'),
  limit: queryNumber('limit', { min: 1, max: 100 })
    .default(pageSize)
    .describe('How many Connections there are at most'),
})

const required = { error: messages.contentRequired }
const content = z
  .string(required)
  .refine((text) => !isBlank(text), required)
  .refine((text) => characterCount(text) <= contentLimit, { error: tooLongMessage })
  .meta({ minLength: 1, maxLength: contentLimit, description: 'Not only white space; kept as it is' })
const linked_term_id = z.uuid('linked_term_id is the id of a term, or null').nullable()
const revision = z.int('revision is a whole number')
const keeps_draft = z.boolean().optional().describe('The draft under this id stays: another page wrote it')
/** As PostgreSQL returns it: the encryption context must match. */
const entryId = z.uuidv7('id is a UUID of version 7').toLowerCase()

const lowercaseId = z.uuidv7('id is a UUID of version 7').refine(isLowercase, 'id is in lowercase')

/** The client's id makes a retry idempotent. */
export const newEntrySchema = z.object({
  id: entryId
    .optional()
    .describe('A UUID of version 7, chosen by the client; it may be sent again, and names the draft'),
  content,
  linked_term_id: linked_term_id.default(null),
  ...documentChangeSchema.shape,
  keeps_draft,
})
export type NewEntry = z.output<typeof newEntrySchema>

/** A new Connection of a locked journal. Strict, so that no text comes beside it. */
export const lockedNewEntrySchema = z.strictObject({
  id: lowercaseId.describe('Of version 7, in lowercase: the envelope is bound to it, and to revision 1'),
  locked: lockedSchema,
  keeps_draft,
})
export type LockedNewEntry = z.output<typeof lockedNewEntrySchema>
export const saveEntrySchema = lockedOrPlain(lockedNewEntrySchema, newEntrySchema)

export const changeEntrySchema = z.object({
  revision: revision.describe('The version that was changed'),
  content: content.optional(),
  linked_term_id: linked_term_id.optional(),
  ...documentChangeSchema.shape,
  keeps_draft,
})
export type EntryChange = z.output<typeof changeEntrySchema>

/** A change in a locked journal. */
export const lockedChangeSchema = z.strictObject({
  revision: revision.describe('The version that was changed; the envelope is bound to the next one'),
  locked: lockedSchema,
  keeps_draft,
})
export type LockedChange = z.output<typeof lockedChangeSchema>
export const updateEntrySchema = lockedOrPlain(lockedChangeSchema, changeEntrySchema)

/** Forms send line breaks as CRLF (HTML, 4.10.21.4). */
export const formText = z.string(required).transform((text) => text.replaceAll('\r\n', '\n'))
export const formTerm = z.preprocess((value) => (value === '' ? null : value), linked_term_id.default(null))

export const entryForm = z
  .object({ id: entryId.optional(), content: formText.pipe(content), linked_term_id: formTerm })
  .and(formDetails)
