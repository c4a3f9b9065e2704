import { z } from 'zod'

const both = 'invalid request: both auth code and code verifier should be non-empty'

export const pkceGrant = z.object({
  auth_code: z.string(both).min(1, both).max(200),
  code_verifier: z.string(both).min(1, both).max(128),
})
