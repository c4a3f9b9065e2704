import { z } from 'zod'
import { optional } from '../auth-api.contract.ts'

export const idTokenBody = z.object({
  id_token: optional(z.string().max(20_000)),
  access_token: optional(z.string().max(20_000)),
  nonce: optional(z.string().max(1000)),
  provider: optional(z.string().max(100)),
  issuer: optional(z.string().max(500)),
  client_id: optional(z.string().max(500)),
  link_identity: optional(z.boolean()),
})
export type IdTokenInput = z.infer<typeof idTokenBody>
