import { z } from 'zod'
import { documentChangeSchema, draftFormDetails } from '../document/document.contract.ts'
import { entrySchema, formTerm, formText } from '../entries.contract.ts'
import { draftLimit, tooLongMessage } from '../entries.rules.ts'
import { isLowercase, lockedOrPlain, lockedSchema } from '../lock/lock.contract.ts'
import * as messages from '../messages.en.yaml'
import { characterCount } from '../preview.rules.ts'

const draftMetadata = {
  entry_revision: z
    .int('entry_revision is a whole number, or null')
    .nullable()
    .describe('The version of the Connection that it was begun from; null for a new one'),
  writer: z
    .uuid('writer is a UUID, or null')
    .nullable()
    .default(null)
    .describe(
      'The page that wrote it, by a name of its own: what that page sends late or twice is no conflict',
    ),
  sequence: z
    .int('sequence is a whole number')
    .default(0)
    .describe('Counts what that page sent: an earlier text that arrives later is passed over'),
}

export const draftSchema = entrySchema.omit({ entry_type: true }).extend({
  content: z
    .string()
    .meta({ maxLength: draftLimit })
    .nullable()
    .describe('null where `locked` has it, or when what is stored does not open: it was tampered with'),
  id: z.uuid().describe('Of the Connection that is edited, or the id that a new one will have'),
  revision: z.int().min(1).describe('Counts the versions of the draft'),
  ...draftMetadata,
})
export type Draft = z.infer<typeof draftSchema>

export const draftListSchema = z.object({ drafts: z.array(draftSchema) })

/** `revision` is optimistic locking between tabs. */
export const saveDraftSchema = z.object({
  content: z
    .string({ error: messages.contentRequired })
    .refine((text) => characterCount(text) <= draftLimit, { error: tooLongMessage })
    .meta({ maxLength: draftLimit, description: 'Nothing to be seen in it is no draft' }),
  linked_term_id: z.uuid('linked_term_id is the id of a term, or null').nullable().default(null),
  ...documentChangeSchema.shape,
  revision: z
    .int('revision is a whole number, or null')
    .nullable()
    .describe('The draft that this one follows; null when there was none'),
  ...draftMetadata,
})
export type DraftChange = z.output<typeof saveDraftSchema>

/** A draft of a locked journal: the envelope is bound to its id, `writer` and `sequence`. */
export const lockedDraftSchema = z.strictObject({
  locked: lockedSchema,
  revision: saveDraftSchema.shape.revision,
  entry_revision: draftMetadata.entry_revision,
  writer: z.uuid('writer is a UUID').refine(isLowercase, 'writer is in lowercase'),
  sequence: z.int('sequence is a whole number').min(0).max(2_147_483_647),
})
export type LockedDraftChange = z.output<typeof lockedDraftSchema>
export const putDraftSchema = lockedOrPlain(lockedDraftSchema, saveDraftSchema)

const user_id = z.uuid().optional().describe('Whose page it is: someone else may have signed in since')
const plainExitDraftSchema = saveDraftSchema.extend({ id: z.uuid(), user_id })
const lockedExitDraftSchema = lockedDraftSchema.extend({
  id: z.uuid(),
  user_id,
  fork: z
    .object({ id: z.uuidv7(), locked: lockedSchema })
    .optional()
    .describe(
      'The same text for another id, with the same writer and sequence: it is saved where another page changed or deleted the draft',
    ),
})
/** Sent with the request that ends the session (safety point 13). */
export const exitDraftSchema = lockedOrPlain(lockedExitDraftSchema, plainExitDraftSchema)
export type ExitDraft = z.output<typeof exitDraftSchema>

/** A no-JS form after the idle lock; `revision` is the Connection's (server/http/private-pages.ts). */
export const exitDraftForm = z
  .object({
    id: z.string(),
    content: formText,
    linked_term_id: formTerm,
    revision: z.coerce.number().optional(),
  })
  .and(draftFormDetails)
  .transform(
    ({ revision, ...form }): z.input<typeof plainExitDraftSchema> => ({
      ...form,
      entry_revision: revision ?? null,
      revision: null,
    }),
  )
  .pipe(plainExitDraftSchema)
