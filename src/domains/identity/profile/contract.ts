import { z } from 'zod'

/** Something that is shown: no control characters, which a database or a screen would stumble over. Blank is none. */
const name = (most: number) =>
  z
    .string('Please enter a name, or nothing.')
    .trim()
    .refine((text) => [...text].length <= most, `Please use at most ${most} characters.`)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'Please use only characters that can be seen.')
    .transform((text) => (text === '' ? null : text))
    .nullable()

/** What a person calls themselves here (specification points 2 and 3). */
export const profileSchema = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  first_name: z.string().nullable(),
})
export type Profile = z.infer<typeof profileSchema>

/** `PATCH /api/profile` and the form in Settings: what is left out stays, null or blank takes it away. */
export const profileForm = z.object({
  username: name(40).optional(),
  first_name: name(80).optional(),
})
export type ProfileChange = z.output<typeof profileForm>
