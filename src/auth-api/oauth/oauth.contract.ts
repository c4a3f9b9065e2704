import { z } from 'zod'
import { emailLinkFields, optional } from '../auth-api.contract.ts'

/** Query of `signInWithOAuth` and `linkIdentity`. */
export const authorizeQuery = z
  .object({
    provider: z.string().max(100).default(''),
    ...emailLinkFields,
    /** OpenID Connect Core 1.0, 3.1.2.1. */
    prompt: optional(z.string().max(100)),
    login_hint: optional(z.string().max(254)),
    /** Confirms being 16 or older. */
    of_age: optional(z.string().max(10)),
    skip_http_redirect: optional(z.string().max(10)),
  })
  .refine(
    ({ code_challenge, code_challenge_method }) =>
      (code_challenge === undefined) === (code_challenge_method === undefined),
    'PKCE flow requires code_challenge_method and code_challenge',
  )
export type Authorize = z.infer<typeof authorizeQuery>

export const identityPath = z.object({ identity_id: z.uuid('identity_id must be an UUID') })
