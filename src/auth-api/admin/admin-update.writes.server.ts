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
import { merged } from '../account/account.rules.ts'
import { refusedPassword } from '../account/account.writes.server.ts'
import { type Answer, type Refusal, smallData } from '../auth-api.contract.ts'
import { isRefusal, noPhone, refuse } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import type { UserChange } from './admin.contract.ts'
import { getUser } from './admin.reads.server.ts'
import { banEnd, emailExists, phoneExists, userNotFound } from './admin.rules.ts'

type User = Selectable<Tables['auth.users']>

/**
 * Changes an account for a program of the operator's: all of it or nothing. Of what changes how it opens its owner is told, as when
 * they do it themselves, and every session ends.
 */
export async function updateUser(wire: AuthApiDeps, given: UserChange): Promise<Answer> {
  const { auth, clock, config } = wire.engine
  const { user_id, password, phone } = given
  if (phone && !config.authApi.phone) return noPhone('Phone signups are disabled')
  const password_hash = password ? await hashPassword(password) : undefined
  const withMail = config.smtpUrl !== undefined
  const refused = await orTaken(() =>
    auth.transaction().execute(async (transaction) => {
      const user = await transaction
        .selectFrom('auth.users')
        .selectAll()
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!user) return userNotFound
      return change(transaction, user, { ...given, password_hash }, { now: clock.now(), withMail })
    }),
  )
  if (!refused) return getUser(auth, user_id)
  if (isRefusal(refused)) return refused
  return phone && (await readUserByPhone(auth, phone))?.id !== user_id ? phoneExists : emailExists
}

async function change(
  transaction: Database,
  user: User,
  given: UserChange & { password_hash: string | undefined },
  { now, withMail }: { now: Date; withMail: boolean },
): Promise<Refusal | undefined> {
  const { password, password_hash, email, email_confirm, phone, phone_confirm, ban_duration } = given
  const address = email ?? user.email
  const number = phone ?? user.phone
  if (password && !address && !number) {
    return refuse('validation_failed', 'A password needs an email address first')
  }
  const weak = password && (await refusedPassword(password, [address ?? '', number ?? '']))
  if (weak) return weak
  const data = merged(user.user_metadata, given.user_metadata ?? {})
  if (isRefusal(data)) return data
  const app = merged(user.app_metadata, given.app_metadata ?? {}, smallData)
  if (isRefusal(app)) return app
  const moves = email !== undefined && emailKey(email) !== user.email_key
  if (moves && (email_confirm || user.email_confirmed_at))
    await deleteUnverifiedHolder(transaction, email, now)
  const calls = phone !== undefined && phone !== user.phone
  if (calls && (phone_confirm || user.phone_confirmed_at)) {
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
  if (moves) await moveIdentity(transaction, user, email, { now, withMail })
  if (password && address) await addEmailIdentity(transaction, user.id, address, now)
  if (calls) await addPhoneIdentity(transaction, user.id, phone, now)
  if (password || moves || calls) {
    await revokeAccess(transaction, user.id)
  }
  if (password || calls) await sendSecurityNotice(transaction, user.id, now)
  if (ban_duration) await suspendUntil(transaction, user.id, banEnd(ban_duration, now), now)
  return undefined
}

/** The address that is left is told, and nothing that was sent there opens anything any more. */
async function moveIdentity(
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
