import { z } from 'zod'
import { wanted } from '../identity.contract.ts'
import { phoneRequests } from './phone-requests.contract.ts'

const email = z.string()
/** `AppRedirect` (messages/messages.rules.ts). */
const app = z.object({
  redirect_to: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
})
const userData = { user_metadata: z.record(z.string(), z.unknown()), of_age: z.boolean() }

/** Parsed before looking for an account. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sign_up'),
    email,
    user_id: z.uuid(),
    password_hash: z.string(),
    ...userData,
    wanted: wanted.optional(),
    app: app.optional(),
  }),
  /** `open`: creates a missing account. */
  z.object({ kind: z.literal('sign_in'), email, open: z.boolean(), ...userData, app }),
  z.object({ kind: z.literal('recovery'), email, app: app.optional() }),
  z.object({ kind: z.literal('confirm'), email, app }),
  /** Confirms `auth.users.new_email`. */
  z.object({ kind: z.literal('change'), user_id: z.uuid(), app }),
  ...phoneRequests,
])
export type Request = z.infer<typeof requestSchema>
