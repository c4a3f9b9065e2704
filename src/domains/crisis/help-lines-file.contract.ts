import { z } from 'zod'
import { dangers } from './danger.contract.ts'

export const phoneNumber = z
  .string()
  .regex(/^\d[\d -]*\d$/, { error: 'must be a telephone number in quotes' })
const website = z.string().regex(/^https:\/\/[^\s\\@]+$/, {
  error: 'must be an address that starts with https://',
})

const country = z.strictObject({
  /** ISO 3166-1 in capital letters; `EU` and `XX` for other countries. */
  code: z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters' }),
  name: z.string().min(1),
  emergency: phoneNumber,
  /** Whether a caller who cannot speak can press 55. */
  silent: z.literal(true).optional(),
  note: z.string().min(1).optional(),
})

/** What every line has, also those by need. */
export const lineFields = {
  country: z.string(),
  name: z.string().min(1),
  number: phoneNumber.optional(),
  /** A part of the country. */
  region: z.string().min(1).optional(),
  sms: phoneNumber.optional(),
  /** What the first text must say. */
  sms_word: z
    .string()
    .regex(/^[A-Z]+$/, { error: 'must be one word in capital letters' })
    .optional(),
  chat: website.optional(),
  url: website.optional(),
  /** At all hours if omitted. */
  hours: z.string().min(1).optional(),
  /** Who answers. */
  text: z.string().min(1),
  /** The month when the line was checked, as in `2026-11`. */
  checked: z.string().regex(/^\d{4}-\d{2}$/, { error: "must be a month in quotes, such as '2026-11'" }),
}

const line = z
  .strictObject({
    ...lineFields,
    /** The dangers for which a search shows this line; none if omitted. */
    for: z.array(z.enum(dangers)).min(1).optional(),
  })
  .refine(({ number, sms, chat, url }) => number ?? sms ?? chat ?? url, {
    error: 'must have a number, sms, chat or url',
  })

/** `content/help-lines.yaml`. */
export const helpLinesSchema = z
  .strictObject({ text: z.string().min(1), countries: z.array(country).min(1), lines: z.array(line).min(1) })
  .superRefine(({ countries, lines }, context) => {
    const codes = new Set(countries.map(({ code }) => code))
    for (const [index, line] of lines.entries()) {
      if (!codes.has(line.country))
        context.addIssue({
          code: 'custom',
          path: ['lines', index, 'country'],
          message: 'must be one of `countries`',
        })
    }
  })
export type HelpLines = z.infer<typeof helpLinesSchema>
export type HelpLine = HelpLines['lines'][number]
