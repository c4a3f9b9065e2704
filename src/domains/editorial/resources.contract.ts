import { z } from 'zod'
import { prose } from './texts.contract.ts'
import { isAllowedHref } from './texts.rules.ts'

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
  crisis: z.strictObject({ heading: z.string().min(1) }),
  groups: z.array(z.strictObject({ heading: z.string().min(1), places: z.array(website).min(1) })).min(1),
  safely: z.strictObject({ heading: z.string().min(1), text: z.array(prose).min(1) }),
})
export type Resources = z.infer<typeof resourcesSchema>
