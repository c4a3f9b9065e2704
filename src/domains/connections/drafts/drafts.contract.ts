import { z } from 'zod'
import { documentChangeSchema, draftFormDetails } from '../document/document.contract.ts'
import { entrySchema, formTerm, formText } from '../entries.contract.ts'
import { draftLimit, tooLongMessage } from '../entries.rules.ts'
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
    .describe('null when what is stored does not open: it was tampered with'),
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

/** Sent with the request that ends the session (safety point 13). */
export const exitDraftSchema = saveDraftSchema.extend({
  id: z.uuid(),
  user_id: z.uuid().optional().describe('Whose page it is: someone else may have signed in since'),
})
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
    ({ revision, ...form }): z.input<typeof exitDraftSchema> => ({
      ...form,
      entry_revision: revision ?? null,
      revision: null,
    }),
  )
  .pipe(exitDraftSchema)
