import { v7 as uuidv7 } from 'uuid'
import { deleteUnverifiedHolder } from '../accounts/unverified.writes.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { addIdentity } from './linked-accounts.writes.server.ts'
import type { Person, ProviderFailure } from './providers.contract.ts'
import { isIdentityOf } from './providers.reads.server.ts'
import { identityData } from './providers.rules.ts'

/** Finds the user of an identity, and updates the identity. */
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

/** Creates an account. It never joins one with the same address, but replaces an unverified one. */
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
    // Someone may sign up with the address in between.
    while (!inserted && email && (await deleteUnverifiedHolder(transaction, email, now)))
      inserted = await insert()
    if (!inserted) return undefined
    if (await addIdentity(transaction, inserted.id, provider, person, now)) return inserted.id
    // A concurrent request linked the identity.
    await transaction.deleteFrom('auth.users').where('id', '=', inserted.id).execute()
    return undefined
  })
  if (user_id) return { user_id }
  // A concurrent answer created the account.
  const existing = await findLinkedUser(engine, provider, person)
  return existing ? { user_id: existing.id } : { failure: 'has_account' }
}
