import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { ListedSession, Session } from './identity.contract.ts'
import { emailKey, sessionEnd } from './identity.rules.ts'
import { lockTime, needsLockUpdate } from './sessions/safe-mode.rules.ts'

/** Milliseconds, to save writes. */
const lastSeenPrecision = 60_000

/** Looks up and extends a cookie's session, uncached: sign-out and suspension work immediately. */
export async function readSession(
  auth: Database,
  token: string,
  now: Date,
  mode?: 'peek',
): Promise<Session | undefined> {
  const session = await findSession(auth, { token_hash: hashToken(token) }, now, mode)
  return session === 'suspended' ? undefined : session
}

/** Like `readSession`, without extending it. */
export const readSessionWithoutTouching = (auth: Database, token: string, now: Date) =>
  readSession(auth, token, now, 'peek')

/** Looks up a session by its token's hash or ID, for every session check. `peek` does not extend it. */
export async function findSession(
  auth: Database,
  by: { token_hash: Buffer } | { id: string },
  now: Date,
  mode: 'use' | 'peek' = 'use',
): Promise<Session | 'suspended' | undefined> {
  const byCookie = 'token_hash' in by
  const query = selectSessions(auth).where('s.expires_at', '>', now)
  const row = await (byCookie
    ? query.where('s.token_hash', '=', by.token_hash)
    : query.where('s.id', '=', by.id)
  ).executeTakeFirst()
  if (!row) return undefined
  // Apps with their own tokens lock themselves.
  const evaluated = evaluateSession(row, byCookie, now)
  if (evaluated === 'suspended') return evaluated
  const { session, updates } = evaluated
  if (mode === 'use' && updates) {
    Object.assign(session, updates)
    await auth
      .updateTable('auth.sessions')
      .set({ ...updates, ...('expires_at' in updates && { last_seen_at: now }) })
      .where('id', '=', row.id)
      // Another request may just have locked it.
      .$if('locks_at' in updates, (query) => query.where('locks_at', 'is not distinct from', row.locks_at))
      .execute()
  }
  return session
}

/** Includes the columns to update if it is used. */
function evaluateSession(row: SessionRow, byCookie: boolean, now: Date) {
  const { last_seen_at, limit_data, status, has_factor, ends_at, ...rest } = row
  if (status === 'suspended') return status
  const idleEnd = sessionEnd(now, row.shared_device, limit_data)
  const end = new Date(Math.min(idleEnd.getTime(), ends_at.getTime()))
  // With clock skew, a last_seen_at in the future would let the session outlive its limit. Limit Data Collection
  // leaves it empty: compare the rounded end.
  const stale = last_seen_at
    ? Math.abs(now.getTime() - last_seen_at.getTime()) > lastSeenPrecision
    : end.getTime() !== row.expires_at.getTime()
  const lock_minutes = byCookie && row.safe_mode ? row.lock_minutes : null
  // Turning it off on another device must not unlock this one.
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
    .select(['s.id', 's.user_id', 's.aal', 's.amr', 's.shared_device', 's.proven_at', 's.last_seen_at'])
    .select(['s.expires_at', 's.ends_at', 's.locks_at', 'u.status', 'u.plan', 'u.limit_data'])
    .select(['u.is_anonymous', 'u.safe_mode', 'u.lock_minutes'])
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

/** Checks that a session has not ended during slow work. */
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

/** Lists the user's sessions, the current one first. */
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

/** The pending new address, unless expired. */
export const pendingEmail = (now: Date) =>
  sql<string | null>`case when new_email_until > ${now} then new_email end`.as('new_email')

/** Looks up an account by address, ignoring case. */
export const readUserByEmail = (auth: Database, email: string) =>
  auth.selectFrom('auth.users').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** Looks up an account by phone number (digits only). */
export const readUserByPhone = (auth: Database, phone: string) =>
  auth.selectFrom('auth.users').selectAll().where('phone', '=', phone).executeTakeFirst()

export const readUser = (auth: Database, id: string) =>
  auth.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()
