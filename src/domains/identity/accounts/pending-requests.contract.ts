import { z } from 'zod'
import { wanted } from '../identity.contract.ts'

const email = z.string()
const phone = { phone: z.string(), channel: z.enum(['sms', 'whatsapp']) }
/** `AppRedirect` (messages/messages.rules.ts). */
const app = z.object({
  redirect_to: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
})
const userData = { user_metadata: z.record(z.string(), z.unknown()), of_age: z.boolean() }
const newUser = { user_id: z.uuid(), password_hash: z.string(), ...userData }

/** Parsed before looking for an account. `open`: creates a missing account. */
export const requestSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sign_up'),
    email,
    ...newUser,
    wanted: wanted.optional(),
    app: app.optional(),
  }),
  z.object({ kind: z.literal('sign_in'), email, open: z.boolean(), ...userData, app }),
  z.object({ kind: z.literal('recovery'), email, app: app.optional() }),
  z.object({ kind: z.literal('confirm'), email, app }),
  /** Confirms `auth.users.new_email`. */
  z.object({ kind: z.literal('change'), user_id: z.uuid(), app }),
  z.object({ kind: z.literal('phone_sign_up'), ...phone, ...newUser }),
  z.object({ kind: z.literal('phone_sign_in'), ...phone, open: z.boolean(), ...userData }),
  /** Confirms `auth.users.new_phone`. */
  z.object({ kind: z.literal('phone_change'), ...phone, user_id: z.uuid() }),
])
export type Request = z.infer<typeof requestSchema>
export type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>
