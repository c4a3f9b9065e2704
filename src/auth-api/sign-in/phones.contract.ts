import { z } from 'zod'
import { optional, password, userData } from '../auth-api.contract.ts'

const invalidPhone = 'Invalid phone number format (E.164 required)'

/** E.164 digits (reference service). */
export const phoneNumber = z
  .string(invalidPhone)
  .max(40, invalidPhone)
  .transform((value) => value.replace(/^\+/, '').replaceAll(' ', ''))
  .pipe(z.string().regex(/^[1-9]\d{6,14}$/, invalidPhone))

export const channel = z
  .enum(['sms', 'whatsapp'], 'Invalid channel, supported values are sms or whatsapp')
  .default('sms')
export type Channel = z.infer<typeof channel>

export const signUpBody = z.object({
  phone: phoneNumber,
  password: password,
  data: optional(userData),
  channel,
})
export const otpBody = z.object({
  phone: phoneNumber,
  channel,
  create_user: z.boolean().default(true),
  data: optional(userData),
})
export const changeBody = z.object({ phone: phoneNumber, channel })
export const passwordBody = z.object({ phone: phoneNumber, password: password })
export const resendBody = z.object({ phone: phoneNumber, type: z.enum(['sms', 'phone_change']), channel })
export const verifyBody = z.object({
  phone: phoneNumber,
  type: z.enum(['sms', 'phone_change'], 'Invalid phone verification type'),
  token: z.string('Verify requires a token').min(1).max(20),
})
