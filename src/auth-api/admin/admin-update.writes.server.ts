import type { Selectable } from 'kysely'
import { markPermanent } from '../../domains/identity/accounts/anonymous.writes.server.ts'
import { suspendUntil } from '../../domains/identity/accounts/suspension.writes.server.ts'
import { deleteUnverifiedHolder } from '../../domains/identity/accounts/unverified.writes.server.ts'
import { orTaken } from '../../domains/identity/credentials/email.writes.server.ts'
import {
  addPhoneIdentity,
  deleteUnverifiedPhoneHolder,
} from '../../domains/identity/credentials/phone.writes.server.ts'
import { readUserByPhone } from '../../domains/identity/identity.reads.server.ts'
import { emailKey } from '../../domains/identity/identity.rules.ts'
import { insertEmail } from '../../domains/identity/messages/messages.writes.server.ts'
import { sendSecurityNotice } from '../../domains/identity/messages/security-notice.writes.server.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import { addEmailIdentity } from '../../domains/identity/sign-in.writes.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { hashPassword } from '../../platform/passwords/password-hashing.server.ts'
import { mergeMetadata } from '../account/account.rules.ts'
import { passwordError } from '../account/account.writes.server.ts'
import { type AuthError, appMetadata, type Result } from '../auth-api.contract.ts'
import { authError, emailExists, isAuthError, phoneDisabled } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import type { UserChange } from './admin.contract.ts'
import { getUser } from './admin.reads.server.ts'
import { banEnd, phoneExists, userNotFound } from './admin.rules.ts'

type User = Selectable<Tables['auth.users']>

/** Changing a sign-in method notifies the owner and ends every session. */
export async function updateUser(api: AuthApiDeps, input: UserChange): Promise<Result> {
  const { auth, clock, config } = api.engine
  const { user_id, password, phone } = input
  if (phone && !config.authApi.phone) return phoneDisabled('Phone signups are disabled')
  const password_hash = password ? await hashPassword(password) : undefined
  const withMail = config.smtpUrl !== undefined
  const error = await orTaken(() =>
    auth.transaction().execute(async (transaction) => {
      const user = await transaction
        .selectFrom('auth.users')
        .selectAll()
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!user) return userNotFound
      return applyChanges(transaction, user, { ...input, password_hash }, { now: clock.now(), withMail })
    }),
  )
  if (!error) return getUser(auth, user_id)
  if (isAuthError(error)) return error
  return phone && (await readUserByPhone(auth, phone))?.id !== user_id ? phoneExists : emailExists
}

async function applyChanges(
  transaction: Database,
  user: User,
  input: UserChange & { password_hash: string | undefined },
  { now, withMail }: { now: Date; withMail: boolean },
): Promise<AuthError | undefined> {
  const { password, password_hash, email, email_confirm, phone, phone_confirm, ban_duration } = input
  const address = email ?? user.email
  const number = phone ?? user.phone
  if (password && !address && !number) {
    return authError('validation_failed', 'A password needs an email address first')
  }
  const weak = password && (await passwordError(password, [address ?? '', number ?? '']))
  if (weak) return weak
  const data = mergeMetadata(user.user_metadata, input.user_metadata ?? {})
  if (isAuthError(data)) return data
  const app = mergeMetadata(user.app_metadata, input.app_metadata ?? {}, appMetadata)
  if (isAuthError(app)) return app
  const emailChanges = email !== undefined && emailKey(email) !== user.email_key
  if (emailChanges && (email_confirm || user.email_confirmed_at))
    await deleteUnverifiedHolder(transaction, email, now)
  const phoneChanges = phone !== undefined && phone !== user.phone
  if (phoneChanges && (phone_confirm || user.phone_confirmed_at)) {
    await deleteUnverifiedPhoneHolder(transaction, phone, user.id, now)
  }
  await transaction
    .updateTable('auth.users')
    .set({
      ...(email && { email, email_key: emailKey(email) }),
      ...(email_confirm && address && !user.email_confirmed_at && { email_confirmed_at: now }),
      ...(phone && { phone }),
      ...(phone_confirm && number && !user.phone_confirmed_at && { phone_confirmed_at: now }),
      ...(password_hash && { password_hash }),
      user_metadata: JSON.stringify(data.data),
      app_metadata: JSON.stringify(app.data),
      updated_at: now,
    })
    .where('id', '=', user.id)
    .execute()
  if ((email && email_confirm) || (phone && phone_confirm)) await markPermanent(transaction, user.id)
  if (emailChanges) await moveEmailIdentity(transaction, user, email, { now, withMail })
  if (password && address) await addEmailIdentity(transaction, user.id, address, now)
  if (phoneChanges) await addPhoneIdentity(transaction, user.id, phone, now)
  if (password || emailChanges || phoneChanges) {
    await revokeAccess(transaction, user.id)
  }
  if (password || phoneChanges) await sendSecurityNotice(transaction, user.id, now)
  if (ban_duration) await suspendUntil(transaction, user.id, banEnd(ban_duration, now), now)
  return undefined
}

/** Notifies the previous address; its links stop working. */
async function moveEmailIdentity(
  transaction: Database,
  user: User,
  email: string,
  { now, withMail }: { now: Date; withMail: boolean },
): Promise<void> {
  await addEmailIdentity(transaction, user.id, email, now)
  await transaction
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify({ sub: user.id, email }), updated_at: now })
    .where('user_id', '=', user.id)
    .where('provider', '=', 'email')
    .execute()
  if (user.email && user.email_confirmed_at && withMail) {
    await insertEmail(transaction, { user_id: user.id, purpose: 'email_changed', sent_to: user.email }, now)
  }
}
