import { z } from 'zod'
import { documentChangeSchema } from '../document/document.contract.ts'
import { lockedNewEntrySchema, newEntrySchema } from '../entries.contract.ts'
import { lockedSchema } from '../lock/lock.contract.ts'
import { importLimits } from './import.rules.ts'

const archivedTermSchema = z.object({
  id: z.uuid(),
  slug: z.string().max(300),
  term_name: z.string().max(300),
})

/** One Connection of a file. */
export const importedEntrySchema = z.object({
  id: z
    .uuidv7('id is a UUID of version 7')
    .toLowerCase()
    .describe('The same each time that a file is read, so that nothing is saved twice'),
  created_at: z.iso.datetime('created_at is a time in UTC').describe('In UTC; it stays as it is'),
  updated_at: z.iso.datetime('updated_at is a time in UTC').optional(),
  content: newEntrySchema.shape.content,
  ...documentChangeSchema.shape,
  terms: z
    .array(archivedTermSchema)
    .max(100)
    .optional()
    .describe('Of `linked_term_ids`: a term with another id here is found by its slug or its name'),
})

/** One Connection of a file, that the browser encrypted for revision 1 of a locked journal. It checked the content. */
export const lockedImportSchema = z.strictObject({
  id: lockedNewEntrySchema.shape.id,
  created_at: importedEntrySchema.shape.created_at,
  updated_at: importedEntrySchema.shape.updated_at,
  locked: lockedSchema,
})
export type LockedImport = z.output<typeof lockedImportSchema>

/** Each entry is checked by itself, so that a bad one stops no other. */
export const importRequestSchema = z.object({
  entries: z
    .array(z.unknown())
    .min(1, 'entries holds one Connection at least')
    .max(importLimits.entries, `entries holds at most ${importLimits.entries} Connections`)
    .describe('Each an `ImportedJournalEntry`, or a `LockedImportedJournalEntry` in a locked journal'),
})

const importResultSchema = z.object({
  id: z.uuid().nullable().describe('null where the entry has no valid id'),
  outcome: z.enum(['saved', 'exists', 'rejected']),
  reason: z.string().optional().describe('Why it is rejected'),
  unknown_terms: z.int().min(0).optional().describe('How many linked terms the glossary does not have'),
})
export type ImportResult = z.infer<typeof importResultSchema>

export const importResponseSchema = z.object({
  results: z.array(importResultSchema).describe('In the order of the request'),
})
export type ImportResponse = z.infer<typeof importResponseSchema>

export const existingIdsSchema = z.object({
  ids: z.array(z.uuid()).describe('Of all your Connections'),
  deleted_ids: z.array(z.uuid()).describe('Of those in the trash'),
})
export type ExistingIds = z.infer<typeof existingIdsSchema>
