import { z } from 'zod'
import { isBlank } from '../../platform/visible-text.ts'
import {
  contactMessages,
  helpTypes,
  messageLength,
  nameMax,
  sanitizeText,
  toSingleLine,
} from './contact.rules.ts'

/** Specification points 3 and 5. */
export const contactMessageSchema = z.object({
  name: z
    .string(contactMessages.longName)
    .overwrite(toSingleLine)
    .trim()
    .max(nameMax, contactMessages.longName)
    .default(''),
  // RFC 5321, 4.5.3.1.3.
  email: z
    .string(contactMessages.email)
    .trim()
    .max(254, contactMessages.email)
    .meta({ format: 'email' })
    .pipe(z.email(contactMessages.email)),
  helpType: z.enum(helpTypes, contactMessages.helpType),
  message: z
    .string(contactMessages.message)
    .overwrite(sanitizeText)
    .trim()
    .min(messageLength.min, contactMessages.message)
    .refine((text) => !isBlank(text), contactMessages.message)
    .max(messageLength.max, contactMessages.longMessage),
  confirmation: z.literal(true, contactMessages.confirmation),
})

export type ContactMessage = Omit<z.infer<typeof contactMessageSchema>, 'confirmation'>

/** Fills the form again. */
export type FormValues = Record<'name' | 'email' | 'helpType' | 'message', string> & { confirmation: boolean }
export type FormErrors = Partial<Record<keyof FormValues, string>>

/** `wait` in seconds. `failed`: nothing was stored. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'wait'; seconds: number } | { outcome: 'failed' }
