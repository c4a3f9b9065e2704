import { z } from 'zod'
import type { Session } from '../identity.contract.ts'

/** The public part of a provider's configuration. */
export type OfferedProvider = { key: string; label: string }

/** A linked identity, as shown in settings. */
export type LinkedIdentity = { id: string; provider: string; email: string | null; created_at: Date }

/**
 * A verified identity: `sub` is the issuer's ID of the user; other issuers may use the same value. `email`: only if the
 * provider verified it.
 */
export type Person = { issuer: string; sub: string; email?: string }

/** The form of the provider buttons; the redirect target is in its URL. */
export const startForm = z.object({
  /**
   * `link`: adds the provider to the signed-in account. `prove`: reauthenticates. `join`: a new user confirms their age and
   * creates an account.
   */
  intent: z.enum(['sign-in', 'link', 'unlink', 'prove', 'join']).default('sign-in'),
  of_age: z.literal('on').optional(),
  shared_device: z.literal('on').optional(),
  ticket: z.string().max(100).optional(),
  identity_id: z.uuid().optional(),
})

/** Why a provider sign-in failed; identity/social/ui/provider-message.tsx has a message for each. */
export type ProviderFailure =
  /** The state is unknown, used, expired or bound to another browser. */
  | 'gone'
  | 'denied'
  /** The provider's answer was invalid, or the provider could not be reached. */
  | 'failed'
  | 'has_account'
  | 'suspended'
  | 'restricted'
  | 'wait'
  /** The user reauthenticated with another identity. */
  | 'not_linked'
  /** The provider had an earlier session, which does not prove who holds the device now. */
  | 'not_fresh'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'single_identity_not_deletable'

type RedirectTarget = { next?: string; wanted?: { save: string } | { journal: string } }

export type FinishOutcome =
  | ({ outcome: 'signed_in'; token: string; session: Session } & RedirectTarget)
  | { outcome: 'linked' }
  /** A new identity whose user has not confirmed their age yet; `ticket` resumes the flow. */
  | { outcome: 'needs_age'; ticket: string; provider: OfferedProvider }
  | { outcome: 'refused'; reason: ProviderFailure; provider?: OfferedProvider }
