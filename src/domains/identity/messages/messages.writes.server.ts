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

/** What a link or a code that was redeemed stood for. */
export type MailToken = Pick<
  Row,
  | 'id'
  | 'user_id'
  | 'purpose'
  | 'sent_to'
  | 'redirect_to'
  | 'wanted'
  | 'code_challenge'
  | 'code_challenge_method'
>
const tokenColumns = [
  ...(['id', 'user_id', 'purpose', 'sent_to', 'redirect_to', 'wanted'] as const),
  ...(['code_challenge', 'code_challenge_method'] as const),
] satisfies (keyof Row)[]

/** A letter that only tells something waits a day for a mail server that is down, like the last one (mail/farewell). */
const noticeTtl = 24 * 60 * 60 * 1000
function expiryOf(purpose: MailPurpose, now: Date): Date {
  const { link, code } = contentOf(purpose)
  return new Date(now.getTime() + (link || code ? tokenTtl(purpose) : noticeTtl))
}

/** Which letter, to whom. */
export type EmailRequest = AppRedirect & {
  user_id: string
  purpose: MailPurpose
  sent_to: string
  wanted?: PendingIntent | undefined
  /** Where `sent_to` is a number, and a text brings the code. */
  channel?: 'sms' | 'whatsapp' | undefined
}

/**
 * Asks for a letter. The token is made when it is sent (`renderQueuedEmail`), so that neither this row nor the job holds one. Whoever
 * asks again makes the links and codes they asked for before useless: only the newest letter counts.
 */
export async function queueEmail(
  { auth, clock }: { auth: Database; clock: Clock },
  email: EmailRequest,
): Promise<void> {
  await auth.transaction().execute(async (transaction) => {
    // One after the other for one person: two wishes at once would each overlook the other's row.
    const user = await transaction
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', email.user_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // Erased a moment ago.
    if (user) await insertEmail(transaction, email, clock.now())
  })
}

/**
 * @param transaction that holds the person's row, so that their wishes come one after the other
 * @param sendAt not before; now unless told
 */
export async function insertEmail(
  transaction: Database,
  email: EmailRequest,
  now: Date,
  sendAt?: Date | undefined,
): Promise<void> {
  const mail_token_id = await storeEmail(transaction, email, now)
  await addJob(transaction, 'send_mail', { mail_token_id }, sendAt && { at: sendAt })
}

/** The same without a letter: for a program of the operator's, which brings it itself. @returns the row, for `renderQueuedEmail` */
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

/**
 * Makes what a letter carries, just before it is sent: the database gets hashes alone, and those of an earlier try that failed
 * are overwritten. From here on the row lives as long as the letter says.
 *
 * @returns undefined when nobody waits for the letter any more: redeemed, replaced, erased or expired
 */
export async function renderQueuedEmail(
  { auth, masterKey }: { auth: Database; masterKey: MasterKey },
  id: string,
  now: Date,
): Promise<
  | {
      purpose: MailPurpose
      sent_to: string
      channel: Row['channel']
      token?: string
      code?: string
      app?: LinkedApp
      new_email?: string
    }
  | undefined
> {
  const row = await auth
    .selectFrom('auth.mail_tokens as mail')
    .innerJoin('auth.users as user', 'user.id', 'mail.user_id')
    .select(['purpose', 'sent_to', 'channel', 'redirect_to', 'code_challenge', 'new_email'])
    .where('mail.id', '=', id)
    .where('mail.expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const { purpose, sent_to, channel, redirect_to, code_challenge } = row
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
  const app = (redirect_to || code_challenge) && { app: { ...(redirect_to && { redirect_to }) } }
  return {
    purpose,
    sent_to,
    channel,
    ...(token && { token }),
    ...(code && { code }),
    ...app,
    ...(isEmailChange && row.new_email && { new_email: row.new_email }),
  }
}

/**
 * Uses up a link or a code. Of two at once one gets it. A wrong code is counted before it is compared, so that a thousand
 * guesses at once are five guesses too; after five wrong ones the row is dead, its link as well.
 *
 * @param credential `user_id` together with a code: whom the address belongs to
 * @param purposes the only ones that count here: a sign-in link does not change an address
 * @returns undefined when it is wrong, used, expired, or for something else
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

/** One statement, so that whoever comes second finds nothing. */
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
  // Five wrong codes end the code, not the link: else whoever knows an address could keep its owner from a new password.
  row =
    'token_hash' in key
      ? row.where('token_hash', '=', key.token_hash)
      : row.where('id', '=', key.id).where('code_hash', '=', key.code_hash)
  return row.returning(tokenColumns).executeTakeFirst()
}

const anyOf = (purposes: readonly MailPurpose[]) => sql<MailPurpose>`any(${[...purposes]}::text[])`

/** A million codes are tried in a second: the master key, which is not in the database, makes a stolen copy useless. */
const hashInput = (id: string, code: string) => `mail code ${id}:${code}`
