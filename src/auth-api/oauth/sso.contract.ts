import { z } from 'zod'
import { emailLinkFields, optional } from '../auth-api.contract.ts'

export const ssoBody = z
  .object({
    provider_id: optional(z.string().max(100)),
    domain: optional(z.string().max(254)),
    skip_http_redirect: optional(z.boolean()),
    ...emailLinkFields,
  })
  .refine(
    ({ provider_id, domain }) => !(provider_id && domain),
    'Only one of provider_id or domain supported',
  )
  .refine(({ provider_id, domain }) => provider_id || domain, 'A provider_id or domain needs to be provided')
export type Sso = z.infer<typeof ssoBody>
