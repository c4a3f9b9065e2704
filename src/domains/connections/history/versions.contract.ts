import { z } from 'zod'
import { queryNumber } from '../../../platform/query-number.ts'
import { entrySchema } from '../entries.contract.ts'

export const entryVersionSchema = entrySchema.omit({ entry_type: true, created_at: true }).extend({
  revision: entrySchema.shape.revision.describe('Which version of the Connection it was'),
  updated_at: entrySchema.shape.updated_at.describe('When it was saved, in UTC'),
  replaced_at: z.iso.datetime().describe('When the next one was saved, in UTC'),
})
export type EntryVersion = z.infer<typeof entryVersionSchema>

export type ReadableVersion = EntryVersion & { content: string }

/** As the export has it. */
export type ExportedVersion = EntryVersion & { deleted_at: string | null }

const largestRevision = 2_147_483_647
const before = queryNumber('before', { min: 1, max: largestRevision })

export const versionPageSchema = z.object({
  versions: z.array(entryVersionSchema).describe('Newest first, without the present one'),
  next: z.int().nullable().describe('What to send as `before` for older ones; null when there are none'),
})

export const versionQuerySchema = z.object({
  before: before.optional().describe('The `next` of the page before'),
})

/** Of an address; undefined where it is no revision. */
export const parseRevision = (text: string | null): number | undefined => before.safeParse(text).data
