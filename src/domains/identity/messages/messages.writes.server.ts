import { randomInt, timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import {
  hashToken,
  keyedHash,
  keyedHashes,
  type MasterKey,
  randomToken,
} from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { addJob } from '../../../platform/queue.server.ts'
import type { PendingIntent } from '../identity.contract.ts'
import {
  type AppRedirect,
  contentOf,
  type LinkedApp,
  type MailPurpose,
  maxWrongCodes,
  pkcePrefix,
  tokenTtl,
} from './messages.rules.ts'

type Row = Selectable<Tables['auth.mail_tokens']>

export type MailToken = Pick<Row, (typeof tokenColumns)[number]>
const tokenColumns = [
  ...(['id', 'user_id', 'purpose', 'sent_to', 'redirect_to', 'wanted'] as const),
  ...(['code_challenge', 'code_challenge_method'] as const),
]

/** A mail server may be down for a day (milliseconds). */
const noticeTtl = 24 * 60 * 60 * 1000
function expiryOf(purpose: MailPurpose, now: Date): Date {
  const { link, code } = contentOf(purpose)
  return new Date(now.getTime() + (link || code ? tokenTtl(purpose) : noticeTtl))
}

export type EmailRequest = AppRedirect & {
  user_id: string
  purpose: MailPurpose
  sent_to: string
  wanted?: PendingIntent | undefined
  channel?: 'sms' | 'whatsapp' | undefined
}

/** Queues an email. Its token is created when it is sent, so neither this row nor the job contains it. */
export async function queueEmail(
  { auth, clock }: { auth: Database; clock: Clock },
  email: EmailRequest,
): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    // Concurrent requests would each miss the other's row.
    const user = await transaction
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', email.user_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user) await insertEmail(transaction, email, clock.now())
  })
}

/** Like `queueEmail`, in a transaction that has locked the user's row. */
export async function insertEmail(
  transaction: Database,
  email: EmailRequest,
  now: Date,
  sendAt?: Date | undefined,
): Promise<void> {
  const mail_token_id = await storeEmail(transaction, email, now)
  await addJob(transaction, 'send_mail', { mail_token_id }, sendAt && { at: sendAt })
}

/** Stores an email that an admin client delivers itself; returns its ID. */
export async function storeEmail(transaction: Database, email: EmailRequest, now: Date): Promise<string> {
  const { wanted, ...columns } = email
  await transaction
    .deleteFrom('auth.mail_tokens')
    .where('user_id', '=', email.user_id)
    .where('purpose', '=', email.purpose)
    .execute()
  const id = uuidv7()
  await transaction
    .insertInto('auth.mail_tokens')
    .values({
      id,
      ...columns,
      ...(wanted && { wanted: JSON.stringify(wanted) }),
      created_at: now,
      expires_at: expiryOf(email.purpose, now),
    })
    .execute()
  return id
}

/** Creates the token and code just before sending, stores only hashes and starts the expiry. */
export async function renderQueuedEmail(
  { auth, masterKey }: { auth: Database; masterKey: MasterKey },
  id: string,
  now: Date,
) {
  const row = await auth
    .selectFrom('auth.mail_tokens as mail')
    .innerJoin('auth.users as user', 'user.id', 'mail.user_id')
    .select(['purpose', 'sent_to', 'channel', 'redirect_to', 'code_challenge', 'new_email'])
    .where('mail.id', '=', id)
    .where('mail.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { purpose, sent_to, channel, redirect_to, code_challenge, new_email } = row
  const isEmailChange = purpose === 'email_change_current' || purpose === 'email_change_new'
  const contains = contentOf(purpose)
  const token = contains.link ? (code_challenge ? pkcePrefix : '') + randomToken() : undefined
  const code = contains.code ? randomInt(1_000_000).toString().padStart(6, '0') : undefined
  const { numUpdatedRows } = await auth
    .updateTable('auth.mail_tokens')
    .set({
      token_hash: token ? hashToken(token) : null,
      code_hash: code ? keyedHash(masterKey, hashInput(id, code)) : null,
      wrong_codes: 0,
      sent_at: now,
      expires_at: expiryOf(purpose, now),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return undefined
  const app: LinkedApp | undefined =
    redirect_to || code_challenge ? { ...(redirect_to && { redirect_to }) } : undefined
  return {
    purpose,
    sent_to,
    channel,
    ...(token && { token }),
    ...(code && { code }),
    ...(app && { app }),
    ...(isEmailChange && new_email && { new_email }),
  }
}

/**
 * Consumes a link or code once. Attempts count before comparing, so parallel guesses are limited too. Five
 * wrong codes kill the code, not the link: others must not keep the owner from resetting the password.
 */
export async function consumeEmailToken(
  auth: Database,
  credential: { token: string } | { user_id: string; code: string; masterKey: MasterKey },
  purposes: readonly MailPurpose[],
  now: Date,
): Promise<MailToken | undefined> {
  if ('token' in credential) return consume(auth, { token_hash: hashToken(credential.token) }, purposes, now)
  const candidates = await auth
    .updateTable('auth.mail_tokens')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('user_id', '=', credential.user_id)
    .where('code_hash', 'is not', null)
    .where('purpose', '=', anyOf(purposes))
    .where('expires_at', '>', now)
    .where('wrong_codes', '<', maxWrongCodes)
    .returning(['id', 'code_hash'])
    .execute()
  for (const { id, code_hash } of candidates) {
    const validHashes = keyedHashes(credential.masterKey, hashInput(id, credential.code))
    if (!code_hash || !validHashes.some((hash) => timingSafeEqual(code_hash, hash))) continue
    return consume(auth, { id, code_hash }, purposes, now)
  }
  return undefined
}

/** One statement, so that only one of two concurrent requests succeeds. */
async function consume(
  auth: Database,
  key: { token_hash: Buffer } | { id: string; code_hash: Buffer },
  purposes: readonly MailPurpose[],
  now: Date,
): Promise<MailToken | undefined> {
  let row = auth
    .deleteFrom('auth.mail_tokens')
    .where('purpose', '=', anyOf(purposes))
    .where('expires_at', '>', now)
  row =
    'token_hash' in key
      ? row.where('token_hash', '=', key.token_hash)
      : row.where('id', '=', key.id).where('code_hash', '=', key.code_hash)
  return row.returning(tokenColumns).executeTakeFirst()
}

const anyOf = (purposes: readonly MailPurpose[]) => sql<MailPurpose>`any(${[...purposes]}::text[])`

/** Keyed: a million codes could be brute-forced in a second from a stolen database. */
const hashInput = (id: string, code: string) => `mail code ${id}:${code}`
