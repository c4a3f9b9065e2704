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
import { passwordError } from '../account/account.writes.server.ts'
import type { AuthError, Result } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import { appRedirect, authError, emailExists, isAuthError } from '../auth-api.rules.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import type { Invitation, LinkRequest } from './admin-links.contract.ts'

const userNotFound = authError('user_not_found', 'User with this email not found')
const invalid = (message: string) => authError('validation_failed', message)

/** Emails an invitation to an unconfirmed account, again on each call. */
export async function invite(api: AuthApiDeps, input: Invitation, actor: Actor): Promise<Result> {
  const { auth, clock, config, limits } = api.engine
  const seconds = await limits.consume('mail', emailKey(input.email))
  if (seconds > 0) return authError('over_email_send_rate_limit', 'email rate limit exceeded', { seconds })
  const user_id = await auth.transaction().execute(async (transaction) => {
    const user = await findOrCreateUnconfirmed(transaction, input, { actor, now: clock.now(), hash: null })
    if (isAuthError(user)) return user
    const email = { user_id: user.id, purpose: 'invite', sent_to: user.email } as const
    await insertEmail(transaction, { ...email, ...appRedirect(config, input) }, clock.now())
    return user.id
  })
  // `invited_at` is not stored.
  return typeof user_id === 'string'
    ? { body: { ...(await readApiUser(auth, user_id)), invited_at: clock.now() } }
    : user_id
}

/** Creates an email's link and code for programs that deliver it; the page asks for the usual click. */
export async function generateLink(api: AuthApiDeps, input: LinkRequest, actor: Actor): Promise<Result> {
  const { auth, clock, config, masterKey } = api.engine
  const now = clock.now()
  const weak =
    input.type === 'signup' && input.password && (await passwordError(input.password, [input.email]))
  if (weak) return weak
  const hash = input.type === 'signup' && input.password ? await hashPassword(input.password) : null
  const app = appRedirect(config, input)
  const created = await auth.transaction().execute(async (transaction) => {
    const request = await emailRequestFor(transaction, input, { actor, now, hash })
    if (isAuthError(request)) return request
    const id = await storeEmail(transaction, { ...request, ...app }, now)
    const rendered = await renderQueuedEmail({ auth: transaction, masterKey }, id, now)
    return { user_id: request.user_id, purpose: request.purpose, ...rendered }
  })
  if (isAuthError(created)) return created
  const { user_id, purpose, token = '', code = '' } = created
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

type Context = { actor: Actor; now: Date; hash: string | null }

async function emailRequestFor(
  transaction: Database,
  input: LinkRequest,
  context: Context,
): Promise<EmailRequest | AuthError> {
  const { type, email } = input
  const holder = await readUserByEmail(transaction, email)
  const account = holder && { user_id: holder.id, sent_to: holder.email ?? email }
  if (type === 'recovery') return account ? { ...account, purpose: type } : userNotFound
  if (type === 'email_change_current' || type === 'email_change_new') {
    return account ? emailChangeRequest(transaction, { ...input, type }, account, context.now) : userNotFound
  }
  // Signs up (reference service).
  if (type === 'magiclink' && account) return { ...account, purpose: type }
  if (type === 'signup' && !input.password && !account) return invalid('Signup requires a valid password')
  const user = await findOrCreateUnconfirmed(transaction, input, context)
  if (isAuthError(user)) return user
  return { user_id: user.id, sent_to: user.email, purpose: type === 'magiclink' ? 'signup' : type }
}

async function emailChangeRequest(
  transaction: Database,
  { type, new_email }: LinkRequest & { type: 'email_change_current' | 'email_change_new' },
  account: { user_id: string; sent_to: string },
  now: Date,
): Promise<EmailRequest | AuthError> {
  if (!new_email) return invalid('Unable to validate email address: invalid format')
  if (await hasAccount(transaction, new_email)) return emailExists
  await startChange(transaction, account.user_id, { new_email }, now)
  return { ...account, ...(type === 'email_change_new' && { sent_to: new_email }), purpose: type }
}

async function findOrCreateUnconfirmed(
  transaction: Database,
  { email, data = {} }: { email: string; data?: Record<string, unknown> | undefined },
  { actor, now, hash }: Context,
): Promise<{ id: string; email: string } | AuthError> {
  const { of_age, user_metadata } = userMetadata(data)
  const columns = {
    ...(hash && { password_hash: hash }),
    of_age_at: of_age ? now : null,
    user_metadata: JSON.stringify(user_metadata),
  }
  const id = uuidv7()
  const user = await transaction
    .insertInto('auth.users')
    .values({ id, email, email_key: emailKey(email), created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(columns)
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
