import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { markPermanent } from '../accounts/anonymous.writes.server.ts'
import { restrictedAccountError } from '../identity.rules.ts'
import { sendSecurityNotice } from '../messages/security-notice.writes.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Person, ProviderFailure } from './providers.contract.ts'
import { isIdentityOf } from './providers.reads.server.ts'
import { identityData } from './providers.rules.ts'

/** Links an identity to a session's account; returns undefined on success. */
export async function link(
  { auth, clock }: Pick<AuthEngine, 'auth' | 'clock'>,
  provider: string,
  person: Person,
  session: { id: string; user_id: string },
): Promise<ProviderFailure | undefined> {
  const now = clock.now()
  // The user may have signed out or been suspended.
  const current = await auth
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select('u.status')
    .where('s.id', '=', session.id)
    .where('s.user_id', '=', session.user_id)
    .where('s.expires_at', '>', now)
    .where('u.status', '!=', 'suspended')
    .executeTakeFirst()
  if (!current) return 'gone'
  if (restrictedAccountError(current)) return 'restricted'
  const added = await auth.transaction().execute(async (transaction) => {
    const isNew = await addIdentity(transaction, session.user_id, provider, person, now)
    if (isNew) {
      await markPermanent(transaction, session.user_id)
      await sendSecurityNotice(transaction, session.user_id, now)
    }
    return isNew
  })
  if (added) return undefined
  const holder = await auth
    .selectFrom('auth.identities')
    .select('user_id')
    .where(isIdentityOf(provider, person))
    .executeTakeFirst()
  return holder?.user_id === session.user_id ? undefined : 'identity_already_exists'
}

/** Returns false when the identity is linked already. */
export async function addIdentity(
  auth: Database,
  user_id: string,
  provider: string,
  person: Person,
  now: Date,
): Promise<boolean> {
  // The unique index does not cover rows without an issuer.
  const existing = await auth
    .selectFrom('auth.identities')
    .select('id')
    .where(isIdentityOf(provider, person))
    .executeTakeFirst()
  if (existing) return false
  const { numInsertedOrUpdatedRows } = await auth
    .insertInto('auth.identities')
    .values({
      id: uuidv7(),
      user_id,
      provider,
      provider_id: person.sub,
      issuer: person.issuer,
      identity_data: identityData(person),
      last_sign_in_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id', 'issuer']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Unlinks an identity, unless it is the last way to sign in (specification point 8). */
export function unlink(
  auth: Database,
  user_id: string,
  identity_id: string,
  now: Date,
): Promise<ProviderFailure | undefined> {
  return auth.transaction().execute(async (transaction) => {
    // Two concurrent calls would each count the other's identity.
    const user = await transaction
      .selectFrom('auth.users')
      .select(['password_hash', 'email', 'phone'])
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirst()
    const identities = await transaction
      .selectFrom('auth.identities')
      .select(['id', 'provider'])
      .where('user_id', '=', user_id)
      .execute()
    const identity = identities.find(
      ({ id, provider }) => id === identity_id && provider !== 'email' && provider !== 'phone',
    )
    if (!user || !identity) return 'identity_not_found'
    const passkey = await transaction
      .selectFrom('auth.factors')
      .select('id')
      .where('user_id', '=', user_id)
      .where('factor_type', '=', 'webauthn')
      .where('status', '=', 'verified')
      .executeTakeFirst()
    // A password needs an email or phone number.
    const password = user.password_hash && (user.email ?? user.phone)
    if (!password && !passkey && identities.length === 1) return 'single_identity_not_deletable'
    await transaction.deleteFrom('auth.identities').where('id', '=', identity.id).execute()
    await sendSecurityNotice(transaction, user_id, now)
    return undefined
  })
}
