import { z } from 'zod'
import { entrySchema } from '../entries.contract.ts'

export const deletedEntrySchema = entrySchema.extend({
  deleted_at: z.iso.datetime().describe('In UTC; it is erased 30 days later'),
})
export type DeletedEntry = z.infer<typeof deletedEntrySchema>

export const trashPageSchema = z.object({
  entries: z.array(deletedEntrySchema).describe('The last deleted first'),
  more: z.boolean().describe('Whether there are more'),
})

export const trashQuerySchema = z.object({
  deleted_at: z.iso
    .datetime('deleted_at is the time of a deleted Connection')
    .optional()
    .describe('Of the last Connection of the page before'),
  id: z
    .uuid('id is that of a deleted Connection')
    .optional()
    .describe('Of the last Connection of the page before'),
})
