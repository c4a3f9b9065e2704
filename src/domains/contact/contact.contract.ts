import { z } from 'zod'
import { isBlank } from '../../platform/visible-text.ts'
import { helpTypes, messageLength, nameMax, sanitizeText, toSingleLine } from './contact.rules.ts'
import * as messages from './messages.en.yaml'

const longName = { error: () => messages.longName({ max: nameMax }) }
const invalidEmail = { error: messages.invalidEmail }
const shortMessage = { error: () => messages.shortMessage({ min: messageLength.min }) }
const longMessage = { error: () => messages.longMessage({ max: messageLength.max }) }

/** Specification points 3 and 5. */
export const contactMessageSchema = z.object({
  name: z.string(longName).overwrite(toSingleLine).trim().max(nameMax, longName).default(''),
  // RFC 5321, 4.5.3.1.3.
  email: z
    .string(invalidEmail)
    .trim()
    .max(254, invalidEmail)
    .meta({ format: 'email' })
    .pipe(z.email(invalidEmail)),
  helpType: z.enum(helpTypes, { error: messages.missingHelpType }),
  message: z
    .string(shortMessage)
    .overwrite(sanitizeText)
    .trim()
    .min(messageLength.min, shortMessage)
    .refine((text) => !isBlank(text), shortMessage)
    .max(messageLength.max, longMessage),
  confirmation: z.literal(true, { error: messages.missingConfirmation }),
})

export type ContactMessage = Omit<z.infer<typeof contactMessageSchema>, 'confirmation'>

/** Fills the form again. */
export type FormValues = Record<'name' | 'email' | 'helpType' | 'message', string> & { confirmation: boolean }
export type FormErrors = Partial<Record<keyof FormValues, string>>

/** `wait` in seconds. `failed`: nothing was stored. */
export type SendOutcome = { outcome: 'sent' } | { outcome: 'wait'; seconds: number } | { outcome: 'failed' }
