import { z } from 'zod'
import { address, emailLinkFields, optional, password, userData } from '../auth-api.contract.ts'

const required = z.preprocess((value) => value ?? '', address)
const { redirect_to } = emailLinkFields

export const inviteBody = z.object({ email: required, data: optional(userData), redirect_to })
export type Invitation = z.infer<typeof inviteBody>

const linkTypes = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const

export const linkBody = z.object({
  type: z.enum(linkTypes, 'Invalid email action link type requested'),
  email: required,
  new_email: optional(address),
  password: optional(password),
  data: optional(userData),
  redirect_to,
})
export type LinkRequest = z.infer<typeof linkBody>
