import { v7 as uuidv7 } from 'uuid'
import { deleteUnverifiedHolder } from '../accounts/unverified.writes.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { addIdentity } from './linked-accounts.writes.server.ts'
import type { Person, ProviderFailure } from './providers.contract.ts'
import { isIdentityOf } from './providers.reads.server.ts'
import { identityData } from './providers.rules.ts'

/** Whose sign-in it is. That it was used, by which issuer, and the address it has now, is remembered. */
export async function findLinkedUser({ auth, clock }: AuthEngine, provider: string, person: Person) {
  const now = clock.now()
  const identity = await auth
    .updateTable('auth.identities')
    .set({
      issuer: person.issuer,
      identity_data: identityData(person),
      last_sign_in_at: now,
      updated_at: now,
    })
    .where(isIdentityOf(provider, person))
    .returning('user_id')
    .executeTakeFirst()
  if (!identity) return undefined
  return auth
    .selectFrom('auth.users')
    .select(['id', 'status'])
    .where('id', '=', identity.user_id)
    .executeTakeFirst()
}

/**
 * A new account, its address confirmed by the provider; without one where the provider vouches for none: anybody can write any
 * address into some of them. It is never joined to one that has the address; one that was never confirmed gives way.
 *
 * @param of_age whether the person said that they are 16
 */
export async function openAccount(
  engine: AuthEngine,
  provider: string,
  person: Person,
  of_age: boolean,
  { address }: Pick<RequestInfo, 'address'>,
): Promise<{ user_id: string } | { failure: Extract<ProviderFailure, 'wait' | 'has_account'> }> {
  const { auth, limits, clock } = engine
  const { email } = person
  if ((await limits.consumeForIp('account', address)) > 0) return { failure: 'wait' }
  const now = clock.now()
  const user_id = await auth.transaction().execute(async (transaction) => {
    const insert = () =>
      transaction
        .insertInto('auth.users')
        .values({
          id: uuidv7(),
          ...(email && { email, email_key: emailKey(email), email_confirmed_at: now }),
          of_age_at: of_age ? now : null,
        })
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .returning('id')
        .executeTakeFirst()
    let inserted = await insert()
    // Once more for each who signs up with it in between.
    while (!inserted && email && (await deleteUnverifiedHolder(transaction, email, now)))
      inserted = await insert()
    if (!inserted) return undefined
    if (await addIdentity(transaction, inserted.id, provider, person, now)) return inserted.id
    // Linked to another account meanwhile.
    await transaction.deleteFrom('auth.users').where('id', '=', inserted.id).execute()
    return undefined
  })
  if (user_id) return { user_id }
  // Two answers at once about one person: the other made it a moment ago.
  const existing = await findLinkedUser(engine, provider, person)
  return existing ? { user_id: existing.id } : { failure: 'has_account' }
}
