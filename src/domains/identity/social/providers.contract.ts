import { z } from 'zod'
import type { Session } from '../identity.contract.ts'

/** Without secrets. */
export type OfferedProvider = { key: string; label: string }

export type LinkedIdentity = { id: string; provider: string; email: string | null; created_at: Date }

/** `email`: only if the provider verified it. */
export type Person = { issuer: string; sub: string; email?: string }

export const startForm = z.object({
  /** `prove`: reauthenticates. `join`: a new user confirms their age. */
  intent: z.enum(['sign-in', 'link', 'unlink', 'prove', 'join']).default('sign-in'),
  of_age: z.literal('on').optional(),
  shared_device: z.literal('on').optional(),
  ticket: z.string().max(100).optional(),
  identity_id: z.uuid().optional(),
})

export type ProviderFailure =
  /** Unknown, used, expired or bound to another browser. */
  | 'gone'
  | 'denied'
  /** The answer was invalid, or the provider can't be reached. */
  | 'failed'
  | 'has_account'
  | 'suspended'
  | 'restricted'
  | 'wait'
  /** The user reauthenticated with another identity. */
  | 'not_linked'
  /** An earlier session does not prove who holds the device now. */
  | 'not_fresh'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'single_identity_not_deletable'

type RedirectTarget = { next?: string; wanted?: { save: string } | { journal: string } }

export type FinishOutcome =
  | ({ outcome: 'signed_in'; token: string; session: Session } & RedirectTarget)
  | { outcome: 'linked' }
  /** `ticket` resumes the flow. */
  | { outcome: 'needs_age'; ticket: string; provider: OfferedProvider }
  | { outcome: 'refused'; reason: ProviderFailure; provider?: OfferedProvider }
