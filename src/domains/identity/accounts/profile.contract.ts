import { z } from 'zod'
import * as messages from './messages.en.yaml'
import { type NameField, nameLengths, nameProblem } from './profile.rules.ts'

/** Blank becomes null. */
const name = (field: NameField) =>
  z
    .string({ error: messages.invalidName })
    .trim()
    .refine((text) => nameProblem(field, text) === undefined, {
      error: ({ input }) => nameProblem(field, String(input)),
    })
    .meta({ maxLength: nameLengths[field] })
    .transform((text) => (text === '' ? null : text))
    .nullable()

/** Specification points 2 and 3. */
export const profileSchema = z.object({
  id: z.uuid(),
  username: z.string().meta({ maxLength: nameLengths.username }).nullable(),
  first_name: z.string().meta({ maxLength: nameLengths.first_name }).nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/** Omitted fields stay. */
export const profileForm = z.object({
  username: name('username').optional(),
  first_name: name('first_name').optional(),
})
export type ProfileChange = z.output<typeof profileForm>
