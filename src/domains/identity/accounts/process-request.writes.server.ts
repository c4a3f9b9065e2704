import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import { type MasterKey, unseal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { lockUser } from '../credentials/email.writes.server.ts'
import { emailKey } from '../identity.rules.ts'
import { type EmailRequest, insertEmail } from '../messages/messages.writes.server.ts'
import { addEmailIdentity } from '../sign-in.writes.server.ts'
import { type Request, type RequestOf, requestSchema } from './pending-requests.contract.ts'
import { requestContext } from './pending-requests.writes.server.ts'
import { smsRequestsFor, userDataColumns } from './phone-requests.writes.server.ts'
import { isUnverified } from './unverified.rules.ts'

/** Processes a stored request once and queues its emails, in one transaction. */
export async function processAccountRequest(
  { auth, masterKey, clock }: { auth: Database; masterKey: MasterKey; clock: Clock },
  id: string,
): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    const row = await transaction
      .deleteFrom('auth.pending_account_requests')
      .where('id', '=', id)
      .returning('sealed')
      .executeTakeFirst()
    if (!row) return
    const now = clock.now()
    const request = requestSchema.parse(JSON.parse(unseal(masterKey, row.sealed, requestContext(id))))
    for (const email of await emailsFor(transaction, request, now)) await insertEmail(transaction, email, now)
  })
}

async function emailsFor(transaction: Database, request: Request, now: Date): Promise<EmailRequest[]> {
  if ('phone' in request) return smsRequestsFor(transaction, request, now)
  if (request.kind === 'sign_up') return signUp(transaction, request, now)
  if (request.kind === 'sign_in') return signIn(transaction, request, now)
  if (request.kind === 'change') return change(transaction, request, now)
  const holder = await findHolder(transaction, request.email)
  if (!holder) return []
  if (request.kind === 'recovery') return [{ ...holder.to, purpose: 'recovery', ...request.app }]
  return holder.confirmed ? [] : [{ ...holder.to, purpose: 'signup', ...request.app }]
}

/** An existing account gets a notice. */
async function signUp(
  transaction: Database,
  request: RequestOf<'sign_up'>,
  now: Date,
): Promise<EmailRequest[]> {
  const { user_id, email, password_hash, wanted, app } = request
  const columns = { password_hash, ...userDataColumns(request, now) }
  const sent_to = email.trim()
  const inserted = await upsertUnverifiedUser(transaction, user_id, sent_to, columns, now)
  if (inserted) return [{ user_id: inserted.id, purpose: 'signup', sent_to, wanted, ...app }]
  const holder = await findHolder(transaction, email)
  return holder ? [{ ...holder.to, purpose: 'taken' }] : []
}

/** A sign-in link and code, for an existing account or a new one. */
async function signIn(
  transaction: Database,
  request: RequestOf<'sign_in'>,
  now: Date,
): Promise<EmailRequest[]> {
  const { email, open, app } = request
  if (open) await upsertUnverifiedUser(transaction, uuidv7(), email, userDataColumns(request, now), now)
  const holder = await findHolder(transaction, email)
  if (!holder) return []
  // A verification email keeps the sign-up's password, which may be someone else's.
  const isNew = open && !holder.confirmed && !holder.has_password
  return [{ ...holder.to, purpose: isNew ? 'signup' : 'magiclink', ...app }]
}

/** The latest request wins entirely. A sign-in leaves accounts with a password alone. */
async function upsertUnverifiedUser(
  transaction: Database,
  id: string,
  email: string,
  columns: ReturnType<typeof userDataColumns> & { password_hash?: string },
  now: Date,
) {
  const inserted = await transaction
    .insertInto('auth.users')
    .values({ id, email, email_key: emailKey(email), ...columns })
    .onConflict((conflict) => {
      const update = conflict
        .column('email_key')
        .doUpdateSet(columns)
        .where('auth.users.email_confirmed_at', 'is', null)
        .where('auth.users.status', '!=', 'suspended')
      return columns.password_hash !== undefined
        ? update
        : update.where('auth.users.password_hash', 'is', null)
    })
    .returning('id')
    .executeTakeFirst()
  if (inserted) await addEmailIdentity(transaction, inserted.id, email, now)
  return inserted
}

/** A taken new address gets a notice, and nobody else learns it. */
async function change(
  transaction: Database,
  { user_id, app }: RequestOf<'change'>,
  now: Date,
): Promise<EmailRequest[]> {
  const user = await lockUser(transaction, user_id, now)
  if (!user?.new_email || user.status === 'suspended') return []
  const holder = await lockUserByEmail(transaction, user.new_email)
  const emails: EmailRequest[] = []
  if (user.email)
    emails.push({ user_id: user.id, purpose: 'email_change_current', sent_to: user.email, ...app })
  if (!holder || isUnverified(holder))
    emails.push({ user_id: user.id, purpose: 'email_change_new', sent_to: user.new_email, ...app })
  else if (holder.email && holder.status !== 'suspended')
    emails.push({ user_id: holder.id, purpose: 'taken', sent_to: holder.email })
  return emails
}

async function findHolder(transaction: Database, email: string) {
  const user = await lockUserByEmail(transaction, email)
  if (!user?.email || user.status === 'suspended') return undefined
  return {
    to: { user_id: user.id, sent_to: user.email },
    confirmed: user.email_confirmed_at !== null,
    has_password: user.password_hash !== null,
  }
}

/** Serializes one user's requests. */
const lockUserByEmail = (transaction: Database, email: string) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'password_hash', 'status'])
    .where('email_key', '=', emailKey(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
