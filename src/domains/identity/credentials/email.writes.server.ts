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

/** `check_new_mail`: there was none before to ask. `same`: they have it. `taken` is said only where no mail can be sent. */
export type EmailChangeOutcome =
  | { outcome: 'changed' }
  | { outcome: 'check_mail' }
  | { outcome: 'check_new_mail' }
  | { outcome: 'same' }
  | { outcome: 'taken' }
  | { outcome: 'closed' }
  | { outcome: 'wait'; seconds: number }

/**
 * A person wants another address, or a first one. With mail, both addresses are asked, and the answer is the same for one that belongs to
 * somebody else: whether it does shows when both have said yes. Without mail, on this machine, it changes at once. Whether the
 * proof is fresh is the caller's question.
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
    (await limits.take('mail', session.user_id)) || (await limits.take('mail', emailKey(new_email)))
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
      const change = { user_id: user.id }
      if (user.email)
        await insertEmail(
          transaction,
          { ...change, purpose: 'email_change_current', sent_to: user.email },
          now,
        )
      await insertEmail(transaction, { ...change, purpose: 'email_change_new', sent_to: new_email }, now)
      return { outcome: user.email ? 'check_mail' : 'check_new_mail' }
    }),
  )
}

/**
 * Begins a change of address or number, which waits for its confirmation for an hour; a change that waited before it ends.
 *
 * @param change what the account is to move to
 */
export async function startChange(
  transaction: Database,
  user_id: string,
  change: { new_email: string } | { new_phone: string },
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + pendingChangeTtl)
  const pending =
    'new_email' in change ? { ...change, new_email_until: until } : { ...change, new_phone_until: until }
  const current = await transaction
    .selectFrom('auth.users')
    .select(['new_email', 'new_phone'])
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isUnchanged =
    'new_email' in change ? current?.new_email === change.new_email : current?.new_phone === change.new_phone
  // A yes to an earlier address is none to this one: the link that it marked would move the account here.
  if (!isUnchanged)
    await cancelChangeMessages(
      transaction,
      user_id,
      'new_email' in change ? emailChangePurposes : ['phone_change'],
    )
  await transaction
    .updateTable('auth.users')
    .set({ ...pending, updated_at: now })
    .where('id', '=', user_id)
    .execute()
}

/** `half`: the other address is still to be asked. `gone`: the link was used, replaced or is older than an hour. */
export type ConfirmEmailOutcome =
  | { outcome: 'changed' }
  | { outcome: 'half' }
  | { outcome: 'gone' }
  | { outcome: 'taken' }

/**
 * One of the two links was pressed, by somebody who need not be signed in.
 *
 * @param keep the session of who pressed it, which stays if it is that person's; all others end
 */
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
      // The two links, pressed at once, take turns.
      const user = await lockUser(transaction, link.user_id, now)
      const purposes = ['email_change_current', 'email_change_new'] as const
      const row = await consumeEmailToken(transaction, { token }, purposes, now)
      if (!user?.new_email || !row || user.status === 'suspended') return { outcome: 'gone' }
      return confirmEmailChange(transaction, user, row, { now, keep, withMail: config.smtpUrl !== undefined })
    }),
  )
}

/**
 * What one of the two letters does, once redeemed: the first marks the other, the second moves the account, ends its other
 * sessions and tells the address that is left.
 *
 * @param user locked, as it stands
 */
export async function confirmEmailChange(
  transaction: Database,
  user: { id: string; email: string | null; new_email: string | null; is_anonymous: boolean },
  row: MailToken,
  { now, keep, withMail }: { now: Date; keep?: Session | undefined; withMail: boolean },
): Promise<{ outcome: 'changed' } | { outcome: 'half' } | { outcome: 'gone' }> {
  // A letter of an earlier wish, or to an address they have left since.
  const expected = row.purpose === 'email_change_new' ? user.new_email : user.email
  if (!user.new_email || row.sent_to !== expected) return { outcome: 'gone' }
  if (user.email && !row.wanted?.other_confirmed) return confirmFirstHalf(transaction, row, now)
  await applyEmailChange(transaction, user.id, user.new_email, now)
  // Who was nobody has not moved: their app goes on.
  const keepId = keep?.user_id === user.id ? keep.id : undefined
  await revokeAccess(transaction, user.id, { keep: user.is_anonymous ? 'all' : keepId })
  if (user.email && withMail) {
    await insertEmail(transaction, { user_id: user.id, purpose: 'email_changed', sent_to: user.email }, now)
  }
  return { outcome: 'changed' }
}

/** The first of the two to be pressed marks the other, so that one that has expired is not taken for one that said yes. */
async function confirmFirstHalf(
  transaction: Database,
  row: MailToken,
  now: Date,
): Promise<{ outcome: 'half' } | { outcome: 'gone' }> {
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

/** A person who never confirmed the new address gives way. What else could open the account is the caller's to end (`revokeAccess`). */
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

/** Locks the account. `new_email` is the address that it may move to at this moment. */
const lockUser = (transaction: Database, id: string, now: Date) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'email', 'status', 'is_anonymous'])
    .select(pendingEmail(now))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/**
 * An address that somebody else has is refused by the database itself, which nobody can overtake; nothing is changed then.
 *
 * @param work a whole transaction: it is tried once more, as somebody may just have signed up with the address, who gives way
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

/** unique_violation (PostgreSQL, appendix A) */
const isUniqueViolation = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === '23505'
