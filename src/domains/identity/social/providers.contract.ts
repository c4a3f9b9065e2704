import { z } from 'zod'
import type { Session } from '../identity.contract.ts'

/** A provider as a page names it. What opens it stays on the server. */
export type OfferedProvider = { key: string; label: string }

/** A person's sign-in at a provider, as they see it in their settings. */
export type LinkedIdentity = { id: string; provider: string; email: string | null; created_at: Date }

/**
 * Who stands before us, in a provider's words that were verified: `sub` is what `issuer` calls them, and another issuer may call
 * another person so. `email`: only one that the provider verified.
 */
export type Person = { issuer: string; sub: string; email?: string }

/** What the buttons' form sends; where to go on stands in its address, as with the other forms. */
export const startForm = z.object({
  /**
   * `link`: a signed-in person adds this provider. `prove`: they show by it that they are themselves. `join`: a new person said
   * their age and wants the account.
   */
  intent: z.enum(['sign-in', 'link', 'unlink', 'prove', 'join']).default('sign-in'),
  of_age: z.literal('on').optional(),
  shared_device: z.literal('on').optional(),
  ticket: z.string().max(100).optional(),
  identity_id: z.uuid().optional(),
})

/** What is said when nobody was signed in; each has its words in identity/social/ui/provider-message.tsx. */
export type ProviderFailure =
  /** The state is unknown, used, expired, or of another browser. */
  | 'gone'
  | 'denied'
  /** What the provider sent did not hold, or the provider could not be reached. */
  | 'failed'
  | 'has_account'
  | 'suspended'
  | 'restricted'
  | 'wait'
  /** Asked to show that they are themselves, they came back as somebody else. */
  | 'not_linked'
  /** They were signed in there already, as far as the provider says, which shows nothing of who holds the device now. */
  | 'not_fresh'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'single_identity_not_deletable'

type RedirectTarget = { next?: string; wanted?: { save: string } | { journal: string } }

export type FinishOutcome =
  | ({ outcome: 'signed_in'; token: string; session: Session } & RedirectTarget)
  | { outcome: 'linked' }
  /** Nobody is known by this sign-in, and the person has not said that they are 16: `ticket` stands for them until they do. */
  | { outcome: 'needs_age'; ticket: string; provider: OfferedProvider }
  | { outcome: 'refused'; reason: ProviderFailure; provider?: OfferedProvider }
