import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import { type MasterKey, unseal } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import { pendingEmail } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import { type EmailRequest, insertEmail } from '../messages/messages.writes.server.ts'
import { addEmailIdentity } from '../sign-in.writes.server.ts'
import { type Request, requestSchema } from './pending-requests.contract.ts'
import { requestContext } from './pending-requests.rules.ts'
import { smsRequestsFor, userDataColumns } from './phone-requests.writes.server.ts'
import { isUnverified } from './unverified.rules.ts'

type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>

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
  const { email, wanted, app } = request
  const sent_to = email.trim()
  const columns = { password_hash: request.password_hash, ...userDataColumns(request, now) }
  const inserted = await transaction
    .insertInto('auth.users')
    .values({
      id: request.user_id,
      email: sent_to,
      email_key: emailKey(email),
      ...columns,
    })
    .onConflict((conflict) =>
      // The latest sign-up wins, and nothing of earlier ones remains.
      conflict
        .column('email_key')
        .doUpdateSet(columns)
        .where('auth.users.email_confirmed_at', 'is', null)
        .where('auth.users.status', '!=', 'suspended'),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const holder = await findHolder(transaction, email)
    return holder ? [{ ...holder.to, purpose: 'taken' }] : []
  }
  await addEmailIdentity(transaction, inserted.id, email, now)
  return [{ user_id: inserted.id, purpose: 'signup', sent_to, wanted, ...app }]
}

async function signIn(
  transaction: Database,
  request: RequestOf<'sign_in'>,
  now: Date,
): Promise<EmailRequest[]> {
  if (request.open) await upsertUnverifiedUser(transaction, request, now)
  const holder = await findHolder(transaction, request.email)
  if (!holder) return []
  // A verification email keeps the sign-up's password, which may be someone else's.
  const isNew = request.open && !holder.confirmed && !holder.has_password
  return [{ ...holder.to, purpose: isNew ? 'signup' : 'magiclink', ...request.app }]
}

/** The latest request wins. */
async function upsertUnverifiedUser(
  transaction: Database,
  request: RequestOf<'sign_in'>,
  now: Date,
): Promise<void> {
  const columns = userDataColumns(request, now)
  const inserted = await transaction
    .insertInto('auth.users')
    .values({
      id: uuidv7(),
      email: request.email,
      email_key: emailKey(request.email),
      ...columns,
    })
    .onConflict((conflict) =>
      conflict
        .column('email_key')
        .doUpdateSet(columns)
        .where('auth.users.email_confirmed_at', 'is', null)
        .where('auth.users.password_hash', 'is', null)
        .where('auth.users.status', '!=', 'suspended'),
    )
    .returning('id')
    .executeTakeFirst()
  if (inserted) await addEmailIdentity(transaction, inserted.id, request.email, now)
}

/** A taken new address gets a notice, and nobody else learns it. */
async function change(
  transaction: Database,
  { user_id, app }: RequestOf<'change'>,
  now: Date,
): Promise<EmailRequest[]> {
  const user = await transaction
    .selectFrom('auth.users')
    .select(['id', 'email', 'status'])
    .select(pendingEmail(now))
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user?.new_email || user.status === 'suspended') return []
  const holder = await lockUserByEmail(transaction, { email: user.new_email })
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
  const user = await lockUserByEmail(transaction, { email })
  if (!user?.email || user.status === 'suspended') return undefined
  return {
    to: { user_id: user.id, sent_to: user.email },
    confirmed: user.email_confirmed_at !== null,
    has_password: user.password_hash !== null,
  }
}

/** Serializes one user's requests. */
const lockUserByEmail = (transaction: Database, { email }: { email: string }) =>
  transaction
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'password_hash', 'status'])
    .where('email_key', '=', emailKey(email))
    .forNoKeyUpdate()
    .executeTakeFirst()
