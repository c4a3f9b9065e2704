import { z } from 'zod'
import { dangers } from '../safety/danger.contract.ts'
import { prose } from './texts.contract.ts'
import { isAllowedHref } from './texts.rules.ts'

const line = z.strictObject({
  name: z.string().min(1),
  number: z.string().regex(/^\d[\d -]+\d$/, { error: 'must be a telephone number in quotes' }),
  country: z.string().min(1),
  /** Only if certain. */
  hours: z.string().min(1).optional(),
  text: prose,
  sms: z
    .string()
    .regex(/^\d{3,}$/, { error: 'must be digits in quotes' })
    .optional(),
  /** The dangers for which a search shows this line; all if omitted. */
  for: z.array(z.enum(dangers)).min(1).optional(),
})
export type CrisisLine = z.infer<typeof line>

const website = z.strictObject({
  name: z.string().min(1),
  url: z.string().refine((url) => url.startsWith('https://') && isAllowedHref(url), {
    error: 'must be an address that starts with https://',
  }),
  text: prose,
})

export const resourcesSchema = z.strictObject({
  title: z.string().min(1),
  description: z.string().min(1).max(160),
  lede: prose,
  crisis: z.strictObject({ heading: z.string().min(1), text: prose, lines: z.array(line).min(1) }),
  groups: z.array(z.strictObject({ heading: z.string().min(1), places: z.array(website).min(1) })).min(1),
  safely: z.strictObject({ heading: z.string().min(1), text: z.array(prose).min(1) }),
})
export type Resources = z.infer<typeof resourcesSchema>
