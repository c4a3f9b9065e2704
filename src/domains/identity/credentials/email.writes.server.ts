import type { Database } from '../../../platform/database/pool.server.ts'
import { markPermanent } from '../accounts/anonymous.writes.server.ts'
import { deleteUnverifiedHolder } from '../accounts/unverified.writes.server.ts'
import type { Session } from '../identity.contract.ts'
import { pendingEmail } from '../identity.reads.server.ts'
import { emailKey, pendingChangeTtl } from '../identity.rules.ts'
import { readMailLink } from '../messages/messages.reads.server.ts'
import { consumeEmailToken, insertEmail, type MailToken } from '../messages/messages.writes.server.ts'
import { cancelChangeMessages, emailChangePurposes, revokeAccess } from '../sessions/access.writes.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import { addEmailIdentity } from '../sign-in.writes.server.ts'

/** `taken`: only without SMTP. */
export type EmailChangeOutcome =
  | { outcome: 'changed' | 'check_mail' | 'check_new_mail' | 'same' | 'taken' | 'closed' }
  | { outcome: 'wait'; seconds: number }

/**
 * Requests a change of address; the caller checks reauthentication. With SMTP, both addresses confirm, and
 * nothing reveals whether the new one is taken. Without SMTP (local only) it changes immediately.
 */
export async function requestEmailChange(
  engine: AuthEngine,
  session: Session,
  new_email: string,
): Promise<EmailChangeOutcome> {
  const { auth, limits, clock, config } = engine
  const withMail = config.smtpUrl !== undefined
  if (!withMail && !config.loopback) return { outcome: 'closed' }
  const seconds =
    (await limits.consume('mail', session.user_id)) || (await limits.consume('mail', emailKey(new_email)))
  if (seconds > 0) return { outcome: 'wait', seconds }
  const now = clock.now()
  return orTaken(() =>
    auth.transaction().execute(async (transaction) => {
      const user = await lockUser(transaction, session.user_id, now)
      if (!user) return { outcome: 'same' }
      if (user.email && emailKey(user.email) === emailKey(new_email)) return { outcome: 'same' }
      if (!withMail) {
        await applyEmailChange(transaction, user.id, new_email, now)
        await revokeAccess(transaction, user.id, { keep: session.id })
        return { outcome: 'changed' }
      }
      await startChange(transaction, user.id, { new_email }, now)
      const { id: user_id, email } = user
      if (email)
        await insertEmail(transaction, { user_id, purpose: 'email_change_current', sent_to: email }, now)
      await insertEmail(transaction, { user_id, purpose: 'email_change_new', sent_to: new_email }, now)
      return { outcome: user.email ? 'check_mail' : 'check_new_mail' }
    }),
  )
}

/** Stores a pending change of address or number for an hour. */
export async function startChange(
  transaction: Database,
  user_id: string,
  change: { new_email: string } | { new_phone: string },
  now: Date,
): Promise<void> {
  const isEmail = 'new_email' in change
  const until = new Date(now.getTime() + pendingChangeTtl)
  const pending = isEmail ? { ...change, new_email_until: until } : { ...change, new_phone_until: until }
  const current = await transaction
    .selectFrom('auth.users')
    .select(['new_email', 'new_phone'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isUnchanged = isEmail
    ? current?.new_email === change.new_email
    : current?.new_phone === change.new_phone
  // An earlier link would move the account to this address.
  if (!isUnchanged)
    await cancelChangeMessages(transaction, user_id, isEmail ? emailChangePurposes : ['phone_change'])
  await transaction
    .updateTable('auth.users')
    .set({ ...pending, updated_at: now })
    .where('id', '=', user_id)
    .execute()
}

/** `half`: the other address must confirm too. */
export type ConfirmEmailOutcome = { outcome: 'changed' | 'half' | 'gone' | 'taken' }

/** Confirms a change by one of its two links, signed in or not. */
export async function confirmEmail(
  engine: AuthEngine,
  token: string,
  keep: Session | undefined,
): Promise<ConfirmEmailOutcome> {
  const { auth, clock, config } = engine
  const now = clock.now()
  const link = await readMailLink(auth, token, now)
  if (!link) return { outcome: 'gone' }
  return orTaken(() =>
    auth.transaction().execute(async (transaction) => {
      // Serialize the two links.
      const user = await lockUser(transaction, link.user_id, now)
      const purposes = ['email_change_current', 'email_change_new'] as const
      const row = await consumeEmailToken(transaction, { token }, purposes, now)
      if (!user?.new_email || !row || user.status === 'suspended') return { outcome: 'gone' }
      return confirmEmailChange(transaction, user, row, { now, keep, withMail: config.smtpUrl !== undefined })
    }),
  )
}

/** The first token marks the other; the second moves the account and notifies the old address. */
export async function confirmEmailChange(
  transaction: Database,
  user: { id: string; email: string | null; new_email: string | null; is_anonymous: boolean },
  row: MailToken,
  { now, keep, withMail }: { now: Date; keep?: Session | undefined; withMail: boolean },
): Promise<{ outcome: 'changed' | 'half' | 'gone' }> {
  // The token may be of an earlier request.
  const expected = row.purpose === 'email_change_new' ? user.new_email : user.email
  if (!user.new_email || row.sent_to !== expected) return { outcome: 'gone' }
  if (user.email && !row.wanted?.other_confirmed) return confirmFirstHalf(transaction, row, now)
  await applyEmailChange(transaction, user.id, user.new_email, now)
  // An anonymous account only gains an address.
  const keepId = keep?.user_id === user.id ? keep.id : undefined
  await revokeAccess(transaction, user.id, { keep: user.is_anonymous ? 'all' : keepId })
  if (user.email && withMail) {
    await insertEmail(transaction, { user_id: user.id, purpose: 'email_changed', sent_to: user.email }, now)
  }
  return { outcome: 'changed' }
}

/** An expired token must not count as confirmed. */
async function confirmFirstHalf(
  transaction: Database,
  row: MailToken,
  now: Date,
): Promise<{ outcome: 'half' | 'gone' }> {
  const updated = await transaction
    .updateTable('auth.mail_tokens')
    .set({ wanted: JSON.stringify({ other_confirmed: 'yes' }) })
    .where('user_id', '=', row.user_id)
    .where('purpose', '=', row.purpose === 'email_change_new' ? 'email_change_current' : 'email_change_new')
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return { outcome: updated ? 'half' : 'gone' }
}

/** Ending other sessions and tokens is up to the caller. */
async function applyEmailChange(
  transaction: Database,
  user_id: string,
  email: string,
  now: Date,
): Promise<void> {
  const email_key = emailKey(email)
  await deleteUnverifiedHolder(transaction, email, now)
  await transaction
    .updateTable('auth.users')
    .set({ email, email_key, email_confirmed_at: now, updated_at: now })
    .where('id', '=', user_id)
    .execute()
  if (await markPermanent(transaction, user_id)) await addEmailIdentity(transaction, user_id, email, now)
  await transaction
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify({ sub: user_id, email }), updated_at: now })
    .where('user_id', '=', user_id)
    .where('provider', '=', 'email')
    .execute()
}

/** `new_email` is null if expired. */
export const lockUser = (transaction: Database, id: string, now: Date) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'email', 'status', 'is_anonymous'])
    .select(pendingEmail(now))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * Rejects taken addresses by the unique constraint, without a race. The second run of the transaction `work`
 * deletes an unverified sign-up that has just taken the address.
 */
export async function orTaken<Outcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | { outcome: 'taken' }> {
  for (const isLast of [false, true]) {
    try {
      return await work()
    } catch (thrown) {
      if (!isUniqueViolation(thrown)) throw thrown
      if (isLast) break
    }
  }
  return { outcome: 'taken' }
}

/** PostgreSQL: unique_violation. */
const isUniqueViolation = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '23505'
