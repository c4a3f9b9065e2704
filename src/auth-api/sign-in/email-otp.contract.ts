import { z } from 'zod'
import { address, emailLinkFields, notBoth, optional, userData } from '../auth-api.contract.ts'

const phone = optional(z.unknown())

export const otpBody = z
  .object({
    email: optional(address),
    phone,
    channel: optional(z.unknown()),
    create_user: z.boolean().default(true),
    data: optional(userData),
    ...emailLinkFields,
  })
  .refine(...notBoth(''))
  .refine(({ email, channel }) => !(email && channel), 'Channel should only be specified with Phone OTP')

export const recoverBody = z.object({ email: optional(address), ...emailLinkFields })

export const resendBody = z
  .object({
    type: z.enum(
      ['signup', 'email_change', 'sms', 'phone_change'],
      'Missing one of these types: signup, email_change, sms, phone_change',
    ),
    email: optional(address),
    phone,
    channel: optional(z.unknown()),
    ...emailLinkFields,
  })
  .refine(({ type, email }) => type !== 'signup' || email, 'Type provided requires an email address')
  .refine((input) => input.type !== 'sms' || input.phone, 'Type provided requires a phone number')
  .refine(...notBoth('.'))
  .refine((input) => input.email || input.phone, 'Missing email address or phone number')

/** A sign-in link cannot change an address. */
export const purposesByType = {
  signup: ['signup'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  email: ['signup', 'magiclink', 'invite'],
  email_change: ['email_change_current', 'email_change_new'],
} as const
export type VerifyType = keyof typeof purposesByType

const types = Object.keys(purposesByType) as VerifyType[]
export const isEmailType = (type: string): type is VerifyType => types.some((name) => name === type)

export const verifyBody = z.object({
  type: z.string('Verify requires a verification type').min(1, 'Verify requires a verification type'),
  token: optional(z.string().max(100)),
  token_hash: optional(z.string().max(100)),
  email: optional(address),
  phone,
})
