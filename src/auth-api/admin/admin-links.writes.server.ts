import { v7 as uuidv7 } from 'uuid'
import { type Actor, recordAuditEvent } from '../../domains/identity/accounts/audit-log.writes.server.ts'
import { hasAccount } from '../../domains/identity/accounts/unverified.reads.server.ts'
import { startChange } from '../../domains/identity/credentials/email.writes.server.ts'
import { readUserByEmail } from '../../domains/identity/identity.reads.server.ts'
import { emailKey } from '../../domains/identity/identity.rules.ts'
import { emailLinkUrl } from '../../domains/identity/messages/messages.rules.ts'
import {
  type EmailRequest,
  insertEmail,
  renderQueuedEmail,
  storeEmail,
} from '../../domains/identity/messages/messages.writes.server.ts'
import { addEmailIdentity } from '../../domains/identity/sign-in.writes.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { hashPassword } from '../../platform/passwords/password-hashing.server.ts'
import { userMetadata } from '../account/account.rules.ts'
import { refusedPassword } from '../account/account.writes.server.ts'
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import { appRedirect, isRefusal, refuse } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import { emailExists } from './admin.rules.ts'
import type { Invitation, LinkRequest } from './admin-links.contract.ts'

const unknown = refuse('user_not_found', 'User with this email not found')
const invalid = (message: string) => refuse('validation_failed', message)

/** An account that its person is asked to open, by a letter. Asked for again, the letter goes out again. */
export async function invite(wire: AuthApiDeps, actor: Actor, given: Invitation): Promise<Answer> {
  const { auth, clock, config, limits } = wire.engine
  const seconds = await limits.consume('mail', emailKey(given.email))
  if (seconds > 0) return refuse('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
  const user_id = await auth.transaction().execute(async (transaction) => {
    const user = await unconfirmed(transaction, given, { actor, now: clock.now(), hash: null })
    if (isRefusal(user)) return user
    const letter = { user_id: user.id, purpose: 'invite', sent_to: user.email } as const
    await insertEmail(transaction, { ...letter, ...appRedirect(config, given) }, clock.now())
    return user.id
  })
  // Told once, and not kept (as `confirmation_sent_at` at a sign-up).
  return typeof user_id === 'string'
    ? { body: { ...(await readApiUser(auth, user_id)), invited_at: clock.now() } }
    : user_id
}

/**
 * What a letter would carry, for a program that brings it itself: nothing is sent. The link opens the same page as that of a
 * letter, which asks for a press, and for the password of a sign-up.
 */
export async function generateLink(wire: AuthApiDeps, actor: Actor, given: LinkRequest): Promise<Answer> {
  const { auth, clock, config, masterKey } = wire.engine
  const now = clock.now()
  const weak =
    given.type === 'signup' && given.password && (await refusedPassword(given.password, [given.email]))
  if (weak) return weak
  const hash = given.type === 'signup' && given.password ? await hashPassword(given.password) : null
  const app = appRedirect(config, given)
  const made = await auth.transaction().execute(async (transaction) => {
    const wish = await wishFor(transaction, given, { actor, now, hash })
    if (isRefusal(wish)) return wish
    const id = await storeEmail(transaction, { ...wish, ...app }, now)
    const ready = await renderQueuedEmail({ auth: transaction, masterKey }, id, now)
    return { user_id: wish.user_id, purpose: wish.purpose, ...ready }
  })
  if (isRefusal(made)) return made
  const { user_id, purpose, token = '', code = '' } = made
  return {
    body: {
      ...(await readApiUser(auth, user_id)),
      ...(purpose === 'invite' && { invited_at: now }),
      action_link: emailLinkUrl(purpose, config.publicUrl, token, app),
      email_otp: code,
      hashed_token: token,
      verification_type: purpose,
      redirect_to: app.redirect_to ?? config.publicUrl,
    },
  }
}

type How = { actor: Actor; now: Date; hash: string | null }

async function wishFor(transaction: Database, given: LinkRequest, how: How): Promise<EmailRequest | Refusal> {
  const { type, email } = given
  const holder = await readUserByEmail(transaction, email)
  const held = holder && { user_id: holder.id, sent_to: holder.email ?? email }
  if (type === 'recovery') return held ? { ...held, purpose: type } : unknown
  if (type === 'email_change_current' || type === 'email_change_new') {
    return held ? changeWish(transaction, { ...given, type }, held, how.now) : unknown
  }
  // As the reference service: who has no account yet signs up by the same link.
  if (type === 'magiclink' && held) return { ...held, purpose: type }
  if (type === 'signup' && !given.password && !held) return invalid('Signup requires a valid password')
  const user = await unconfirmed(transaction, given, how)
  if (isRefusal(user)) return user
  return { user_id: user.id, sent_to: user.email, purpose: type === 'magiclink' ? 'signup' : type }
}

async function changeWish(
  transaction: Database,
  { type, new_email }: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
  held: { user_id: string; sent_to: string },
  now: Date,
): Promise<EmailRequest | Refusal> {
  if (!new_email) return invalid('Unable to validate email address: invalid format')
  if (await hasAccount(transaction, new_email)) return emailExists
  await startChange(transaction, held.user_id, { new_email }, now)
  return { ...held, ...(type === 'email_change_new' && { sent_to: new_email }), purpose: type }
}

/** The account that waits for its person's yes, made if there is none. One that was confirmed is theirs already. */
async function unconfirmed(
  transaction: Database,
  { email, data = {} }: { email: string; data?: Record<string, unknown> | undefined },
  { actor, now, hash }: How,
): Promise<{ id: string; email: string } | Refusal> {
  const { of_age, user_metadata } = userMetadata(data)
  const chosen = {
    ...(hash && { password_hash: hash }),
    of_age_at: of_age ? now : null,
    user_metadata: JSON.stringify(user_metadata),
  }
  const id = uuidv7()
  const user = await transaction
    .insertInto('auth.users')
    .values({ id, email, email_key: emailKey(email), created_at: now, ...chosen })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(chosen)
        .where('auth.users.email_confirmed_at', 'is', null)
        .where('auth.users.status', '=', 'active'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!user) return emailExists
  await addEmailIdentity(transaction, user.id, email, now)
  if (user.id === id) await recordAuditEvent(transaction, { actor, action: 'create', subject: id, now })
  return { id: user.id, email }
}
