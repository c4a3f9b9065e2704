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

/** A message to the operator (specification points 3 and 5, "Contact form"): what the form sends and `POST /api/contact` takes. */
export const contactMessageSchema = z.object({
  name: z
    .string(contactMessages.longName)
    .overwrite(toSingleLine)
    .trim()
    .max(nameMax, contactMessages.longName)
    .default(''),
  // Maximum length: RFC 5321, 4.5.3.1.3.
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

/** The stored fields; the confirmation is always true. */
export type ContactMessage = Omit<z.infer<typeof contactMessageSchema>, 'confirmation'>

/** Submitted values, to fill the form again. */
export type FormValues = {
  name: string
  email: string
  helpType: string
  message: string
  confirmation: boolean
}
/** The first error of each field. */
export type FormErrors = Partial<Record<keyof FormValues, string>>

/** `wait`: rate limited, for so many seconds. `failed`: nothing was stored; the error is logged. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'wait'; seconds: number } | { outcome: 'failed' }
