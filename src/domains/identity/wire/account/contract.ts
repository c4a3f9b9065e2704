import { z } from 'zod'
import { address, letterWishes, optional, secret, userData } from '../contract.ts'

export const signUpBody = z.object({
  email: optional(address),
  phone: optional(z.unknown()),
  channel: optional(z.unknown()),
  password: optional(secret),
  data: optional(userData),
  ...letterWishes,
})

export const updateBody = z.object({
  email: optional(address),
  /** A code that was mailed by `reauthenticate`. */
  nonce: optional(z.string().max(20)),
  phone: optional(z.unknown()),
  channel: optional(z.unknown()),
  password: optional(secret),
  current_password: optional(secret),
  data: optional(userData),
  ...letterWishes,
})
