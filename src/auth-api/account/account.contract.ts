import { z } from 'zod'
import { address, emailLinkFields, notBoth, optional, password, userData } from '../auth-api.contract.ts'

export const signUpBody = z
  .object({
    email: optional(address),
    phone: optional(z.unknown()),
    channel: optional(z.unknown()),
    password: optional(password),
    data: optional(userData),
    ...emailLinkFields,
  })
  .refine(...notBoth(' on signup.'))
  .refine(({ phone, code_challenge }) => !(phone && code_challenge), 'PKCE not supported for phone signups')

export const updateBody = z.object({
  email: optional(address),
  /** From `reauthenticate`. */
  nonce: optional(z.string().max(20)),
  phone: optional(z.unknown()),
  channel: optional(z.unknown()),
  password: optional(password),
  current_password: optional(password),
  data: optional(userData),
  ...emailLinkFields,
})
