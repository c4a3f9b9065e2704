import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAuditEvent } from '../../domains/identity/accounts/audit-log.writes.server.ts'
import { suspendUntil } from '../../domains/identity/accounts/suspension.writes.server.ts'
import { deleteUnverifiedHolder } from '../../domains/identity/accounts/unverified.writes.server.ts'
import {
  addPhoneIdentity,
  deleteUnverifiedPhoneHolder,
} from '../../domains/identity/credentials/phone.writes.server.ts'
import { deleteIdentityData } from '../../domains/identity/identity.personal-data.server.ts'
import { readUser, readUserByEmail } from '../../domains/identity/identity.reads.server.ts'
import { emailKey } from '../../domains/identity/identity.rules.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import { removeFactor } from '../../domains/identity/mfa/factors.writes.server.ts'
import { addEmailIdentity } from '../../domains/identity/sign-in.writes.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { hashPassword } from '../../platform/passwords/password-hashing.server.ts'
import { userMetadata } from '../account/account.rules.ts'
import { passwordError } from '../account/account.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { authError, emailExists, isAuthError, phoneDisabled } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import { readPasskey } from '../mfa/passkeys.reads.server.ts'
import { passkeyNotFound } from '../mfa/passkeys.rules.ts'
import type { NewUser } from './admin.contract.ts'
import { getUser } from './admin.reads.server.ts'
import { banEnd, phoneExists, userNotFound } from './admin.rules.ts'

/** Creates an account without email; an unconfirmed address stays open to its owner. */
export async function createUser(api: AuthApiDeps, input: NewUser, actor: Actor): Promise<Result> {
  const { auth, clock, config } = api.engine
  const { email, phone, password, password_hash } = input
  if (phone && !config.authApi.phone) return phoneDisabled('Phone signups are disabled')
  if (!email && !phone) {
    return authError('validation_failed', 'Cannot create a user without either an email or phone')
  }
  if (password && password_hash) {
    return authError('validation_failed', 'Only a password or a password hash should be provided')
  }
  const weak = password && (await passwordError(password, [email ?? '', phone ?? '']))
  if (weak) return weak
  const hash = password_hash ?? (password ? await hashPassword(password) : null)
  const id = input.id ?? uuidv7()
  const error = await auth
    .transaction()
    .execute((transaction) => insertUser(transaction, { ...input, id, hash }, actor, clock.now()))
  return error ?? getUser(auth, id)
}

async function insertUser(
  transaction: Database,
  newUser: NewUser & { id: string; hash: string | null },
  actor: Actor,
  now: Date,
): Promise<AuthError | undefined> {
  const { id, email, email_confirm, phone, phone_confirm, ban_duration } = newUser
  const metadata = userMetadata(newUser.user_metadata ?? {})
  // The operator vouches for both, so unverified holders lose them.
  if (email && email_confirm) await deleteUnverifiedHolder(transaction, email, now)
  if (phone && phone_confirm) await deleteUnverifiedPhoneHolder(transaction, phone, id, now)
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('auth.users')
    .values({
      id,
      ...(email && { email, email_key: emailKey(email), email_confirmed_at: email_confirm ? now : null }),
      ...(phone && { phone, phone_confirmed_at: phone_confirm ? now : null }),
      password_hash: newUser.hash,
      of_age_at: metadata.of_age ? now : null,
      user_metadata: JSON.stringify(metadata.user_metadata),
      app_metadata: JSON.stringify(newUser.app_metadata ?? {}),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) {
    if (await readUser(transaction, id)) {
      return authError('user_already_exists', 'A user with this ID has already been registered')
    }
    return email && (await readUserByEmail(transaction, email)) ? emailExists : phoneExists
  }
  if (email) await addEmailIdentity(transaction, id, email, now)
  if (phone) await addPhoneIdentity(transaction, id, phone, now)
  await recordAuditEvent(transaction, { actor, action: 'create', subject: id, now })
  if (ban_duration) await suspendUntil(transaction, id, banEnd(ban_duration, now), now)
  return undefined
}

/** Deletes all data; `soft` keeps the ID. */
export async function deleteUser(
  api: AuthApiDeps,
  { user_id, should_soft_delete: soft }: { user_id: string; should_soft_delete: boolean },
  actor: Actor,
): Promise<Result> {
  const { auth, clock, config } = api.engine
  const now = clock.now()
  return auth.transaction().execute(async (transaction) => {
    // Deleting years of entries can exceed the usual timeout.
    await sql`set local statement_timeout = '5min'`.execute(transaction)
    const user = await transaction
      .selectFrom('auth.users')
      .select('deleted_at')
      .where('id', '=', user_id)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return userNotFound
    if (soft && user.deleted_at) return { body: {} }
    await deleteIdentityData(transaction, user_id, { actor, now, mails: config.smtpUrl !== undefined })
    if (soft) {
      await transaction
        .insertInto('auth.users')
        .values({ id: user_id, status: 'suspended', deleted_at: now, created_at: now, updated_at: now })
        .execute()
    }
    return { body: {} }
  })
}

/** Removes a lost factor and notifies its user. */
export async function deleteUserFactor(
  { engine }: AuthApiDeps,
  { user_id, factor_id }: { user_id: string; factor_id: string },
): Promise<Result> {
  const { auth, clock } = engine
  const user = await getUser(auth, user_id)
  if (isAuthError(user)) return user
  const factor = (await listFactors(auth, user_id)).find(({ id }) => id === factor_id)
  const removed = factor && (await removeFactor(auth, user_id, factor_id, clock.now()))
  return removed ? { body: factor } : authError('mfa_factor_not_found', 'Factor not found')
}

/** Removes a passkey. */
export async function deleteUserPasskey(
  api: AuthApiDeps,
  { user_id, passkey_id }: { user_id: string; passkey_id: string },
): Promise<Result> {
  const { auth } = api.engine
  if (!(await readUser(auth, user_id))) return userNotFound
  if (!(await readPasskey(auth, user_id, passkey_id))) return passkeyNotFound
  const deleted = await deleteUserFactor(api, { user_id, factor_id: passkey_id })
  return isAuthError(deleted) ? deleted : { empty: true }
}
