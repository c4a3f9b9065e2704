import { z } from 'zod'
import { wanted } from '../identity.contract.ts'
import { phoneRequests } from './phone-requests.contract.ts'

const email = z.string()
/** What an app of its own asks of the letter's link (identity/messages/messages.rules.ts, `AppRedirect`). */
const app = z.object({
  redirect_to: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
})
/** What a client tells of a new person. */
const userData = { user_metadata: z.record(z.string(), z.unknown()), of_age: z.boolean() }

/** What somebody asks for an address, before anybody has looked whether it has an account. */
export const requestSchema = z.discriminatedUnion('kind', [
  /** `user_id`: what the account will be called, if there is none. */
  z.object({
    kind: z.literal('sign_up'),
    email,
    user_id: z.uuid(),
    password_hash: z.string(),
    ...userData,
    wanted: wanted.optional(),
    app: app.optional(),
  }),
  /** A letter to sign in by. `open`: also where there is no account yet, which is made then. */
  z.object({ kind: z.literal('sign_in'), email, open: z.boolean(), ...userData, app }),
  z.object({ kind: z.literal('recovery'), email, app: app.optional() }),
  /** Another letter to confirm the address by. */
  z.object({ kind: z.literal('confirm'), email, app }),
  /** The letters for the address that a signed-in person wants (`auth.users.new_email`). */
  z.object({ kind: z.literal('change'), user_id: z.uuid(), app }),
  ...phoneRequests,
])
export type Request = z.infer<typeof requestSchema>
