import { z } from 'zod'

const recipient = { phone: z.string(), channel: z.enum(['sms', 'whatsapp']) }
const userData = { user_metadata: z.record(z.string(), z.unknown()), of_age: z.boolean() }

/** What somebody asks for a telephone number, before anybody has looked whether it has an account. */
export const phoneRequests = [
  z.object({
    kind: z.literal('phone_sign_up'),
    ...recipient,
    user_id: z.uuid(),
    password_hash: z.string(),
    ...userData,
  }),
  /** `open`: also where there is no account yet, which is made then. */
  z.object({ kind: z.literal('phone_sign_in'), ...recipient, open: z.boolean(), ...userData }),
  /** The code for the number that a signed-in person wants (`auth.users.new_phone`). */
  z.object({ kind: z.literal('phone_change'), ...recipient, user_id: z.uuid() }),
] as const
export type PhoneRequest = z.infer<(typeof phoneRequests)[number]>
