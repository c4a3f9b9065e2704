import { z } from 'zod'

const recipient = { phone: z.string(), channel: z.enum(['sms', 'whatsapp']) }
const userData = { user_metadata: z.record(z.string(), z.unknown()), of_age: z.boolean() }

export const phoneRequests = [
  z.object({
    kind: z.literal('phone_sign_up'),
    ...recipient,
    user_id: z.uuid(),
    password_hash: z.string(),
    ...userData,
  }),
  /** `open`: creates a missing account. */
  z.object({ kind: z.literal('phone_sign_in'), ...recipient, open: z.boolean(), ...userData }),
  /** Confirms `auth.users.new_phone`. */
  z.object({ kind: z.literal('phone_change'), ...recipient, user_id: z.uuid() }),
] as const
export type PhoneRequest = z.infer<(typeof phoneRequests)[number]>
