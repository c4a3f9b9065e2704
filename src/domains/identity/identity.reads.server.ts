import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { ListedSession, Session } from './identity.contract.ts'
import { emailKey, sessionEnd } from './identity.rules.ts'
import { lockTime, needsLockUpdate } from './sessions/safe-mode.rules.ts'

/** How stale "last seen" may be, so that reading a page is not always a write. */
const lastSeenPrecision = 60_000

/**
 * The session that a cookie opens, on this process or another, true at this moment: what was signed out or suspended a moment
 * ago opens nothing.
 *
 * @param auth acting as `unfog_auth`
 * @param token as the cookie has it; anything else finds nothing
 */
export async function readSession(auth: Database, token: string, now: Date): Promise<Session | undefined> {
  const session = await findSession(auth, { token_hash: hashToken(token) }, now)
  return session === 'suspended' ? undefined : session
}

/** As `readSession`, for who only looks whether it still stands: a look does not lengthen its life. */
export async function readSessionWithoutTouching(
  auth: Database,
  token: string,
  now: Date,
): Promise<Session | undefined> {
  const session = await findSession(auth, { token_hash: hashToken(token) }, now, 'peek')
  return session === 'suspended' ? undefined : session
}

/**
 * The one rule of what a session is worth now, for both ways to carry one: by the hash of a cookie's token, or by its id, as
 * the tokens of `/auth/v1` name it.
 *
 * @returns `suspended` when its account is; undefined when it has ended
 */
export async function findSession(
  auth: Database,
  by: { token_hash: Buffer } | { id: string },
  now: Date,
  how: 'use' | 'peek' = 'use',
): Promise<Session | 'suspended' | undefined> {
  const byCookie = 'token_hash' in by
  const found = selectSessions(auth).where('s.expires_at', '>', now)
  const row = await (byCookie
    ? found.where('s.token_hash', '=', by.token_hash)
    : found.where('s.id', '=', by.id)
  ).executeTakeFirst()
  if (!row) return undefined
  // Apps that bring a token of their own lock themselves.
  const evaluated = evaluateSession(row, byCookie, now)
  if (evaluated === 'suspended') return evaluated
  const { session, updates } = evaluated
  if (how === 'use' && updates) {
    Object.assign(session, updates)
    await auth
      .updateTable('auth.sessions')
      .set({ ...updates, ...('expires_at' in updates && { last_seen_at: now }) })
      .where('id', '=', row.id)
      // What another request has locked meanwhile stays so.
      .$if('locks_at' in updates, (query) => query.where('locks_at', 'is not distinct from', row.locks_at))
      .execute()
  }
  return session
}

/**
 * What a row says now.
 *
 * @param byCookie whether it was found by our cookie
 * @returns the session, and what has to be written down where it is used
 */
function evaluateSession(row: SessionRow, byCookie: boolean, now: Date) {
  const { last_seen_at, limit_data, status, has_factor, ends_at, ...rest } = row
  if (status === 'suspended') return status
  const used = sessionEnd(now, row.shared_device, limit_data)
  const end = new Date(Math.min(used.getTime(), ends_at.getTime()))
  // Seen at a time to come too: then the clock was ahead, and the session would stand for as long as it was. Where nothing is kept
  // of when it was seen, its rounded end says whether it is another now.
  const stale = last_seen_at
    ? Math.abs(now.getTime() - last_seen_at.getTime()) > lastSeenPrecision
    : end.getTime() !== row.expires_at.getTime()
  const lock_minutes = byCookie && row.safe_mode ? row.lock_minutes : null
  // Also where the lock was turned off since, on another device: that shows nothing of who holds this one.
  const locked = byCookie && row.locks_at !== null && row.locks_at <= now
  const locks_at = lock_minutes === null || locked ? row.locks_at : lockTime(now, lock_minutes)
  const renews = !locked && needsLockUpdate(row.locks_at, locks_at)
  const owes_factor = Boolean(has_factor) && row.aal === 'aal1'
  const session: Session = { ...rest, status, lock_minutes, locked, owes_factor }
  const updates = { ...(stale && { expires_at: end }), ...(renews && { locks_at }) }
  return { session, updates: stale || renews ? updates : undefined }
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

const selectSessions = (auth: Database) =>
  auth
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.aal',
      's.amr',
      's.shared_device',
      's.proven_at',
      's.last_seen_at',
      's.expires_at',
      's.ends_at',
      's.locks_at',
      'u.status',
      'u.plan',
      'u.limit_data',
      'u.is_anonymous',
      'u.safe_mode',
      'u.lock_minutes',
    ])
    .select((query) =>
      query
        .exists(
          query
            .selectFrom('auth.factors as f')
            .select('f.id')
            .whereRef('f.user_id', '=', 's.user_id')
            .where('f.status', '=', 'verified'),
        )
        .as('has_factor'),
    )

/** Whether a session still stands, asked again by what takes a while: meanwhile it may have been ended elsewhere. */
export async function sessionExists(
  auth: Database,
  { id, user_id }: Pick<Session, 'id' | 'user_id'>,
): Promise<boolean> {
  const row = await auth
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** A person's own sessions: the one that asks, then the latest used first. */
export async function listSessions(auth: Database, session: Session, now: Date): Promise<ListedSession[]> {
  const rows = await auth
    .selectFrom('auth.sessions')
    .select(['id', 'device', 'last_seen_at'])
    .where('user_id', '=', session.user_id)
    .where('expires_at', '>', now)
    .orderBy(({ eb }) => eb('id', '=', session.id), 'desc')
    .orderBy('last_seen_at', (order) => order.desc().nullsLast())
    .execute()
  return rows.map((row) => ({ ...row, current: row.id === session.id }))
}

/**
 * The address that an account may move to at this moment: a change that waits longer than an hour has ended.
 *
 * @returns the column `new_email` of `auth.users`
 */
export const pendingEmail = (now: Date) =>
  sql<string | null>`case when new_email_until > ${now} then new_email end`.as('new_email')

/** @returns the account of an address, whatever the case of its letters */
export const readUserByEmail = (auth: Database, email: string) =>
  auth.selectFrom('auth.users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** @param phone digits alone @returns the account of a number, confirmed or not */
export const readUserByPhone = (auth: Database, phone: string) =>
  auth.selectFrom('auth.users').selectAll().where('phone', '=', phone).executeTakeFirst()

export const readUser = (auth: Database, id: string) =>
  auth.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()
