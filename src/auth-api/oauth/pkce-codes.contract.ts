import { z } from 'zod'

const missingField = 'invalid request: both auth code and code verifier should be non-empty'

export const pkceGrant = z.object({
  auth_code: z.string(missingField).min(1, missingField).max(200),
  code_verifier: z.string(missingField).min(1, missingField).max(128),
})
