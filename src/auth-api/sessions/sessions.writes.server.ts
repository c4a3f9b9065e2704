import { sql } from 'kysely'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { findSession } from '../../domains/identity/identity.reads.server.ts'
import { sessionEnd } from '../../domains/identity/identity.rules.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import { endSession, type RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { signIn } from '../../domains/identity/sign-in.writes.server.ts'
import { hashToken, keyedHash, type MasterKey } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Result } from '../auth-api.contract.ts'
import { authError, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import {
  type AuthApiDeps,
  recorded,
  rotateToBearerSession,
  sessionResponse,
} from '../auth-api.writes.server.ts'

const second = 1000
/** Two tabs or a lost response may reuse a token this long (reference service). */
const reuseInterval = 10 * second
/** Stored to recognize reuse as theft. */
const usedTokenTtl = 30 * 24 * 60 * 60 * second

/** Token endpoint only (reference service). */
const userBannedAtToken = { ...userBanned, status: 400 } as const
const alreadyUsed = authError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
const notFound = authError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/** Signs in with a password. */
export async function signInWithPassword(
  api: AuthApiDeps,
  input: { email: string; password: string } | { phone: string; password: string },
  requestInfo: RequestInfo,
): Promise<Result> {
  const result = await signIn(api.engine, input, requestInfo)
  switch (result.outcome) {
    // The client asks for the second factor.
    case 'signed_in':
    case 'needs_factor':
      return rotateToBearerSession(api, result.session.id)
    case 'wrong':
      return authError('invalid_credentials', 'Invalid login credentials')
    case 'suspended':
      return userBannedAtToken
    case 'wait':
      return tooManyRequests(result.seconds)
  }
}

/**
 * Rotates a refresh token (RFC 9700, 4.14.2). Reuse means theft and ends the session, except within ten
 * seconds: racing tabs and lost responses get the same successor.
 */
export const refreshSession = recorded('refresh_token', refresh)

async function refresh(api: AuthApiDeps, token: string): Promise<Result> {
  const { auth, clock, masterKey } = api.engine
  const now = clock.now()
  const rotation = await auth
    .transaction()
    .execute((transaction) => rotateToken(transaction, masterKey, token, now))
  if (rotation === 'unknown') return notFound
  if (rotation === 'reused') return alreadyUsed
  const session = await findSession(auth, { id: rotation.session_id }, now)
  if (session === 'suspended') return userBannedAtToken
  if (!session) return notFound
  return sessionResponse(api, session, rotation.successor)
}

async function rotateToken(transaction: Database, masterKey: MasterKey, token: string, now: Date) {
  // In sign-out's order, to avoid a deadlock.
  await lockSession(transaction, token)
  const first = await markUsed(transaction, token, now)
  if (first) {
    const successor = successorOf(masterKey, token)
    await transaction
      .insertInto('auth.refresh_tokens')
      .values({ token_hash: hashToken(successor), session_id: first.session_id, created_at: now })
      .execute()
    await extendSession(transaction, first.session_id, now)
    return { session_id: first.session_id, successor }
  }
  // A concurrent rotation is committed by now.
  const used = await readToken(transaction, token)
  if (!used) return 'unknown'
  const successor = successorOf(masterKey, token)
  const next = await readToken(transaction, successor)
  const racing = used.used_at && now.getTime() - used.used_at.getTime() <= reuseInterval
  if (racing && next && !next.used_at) return { session_id: used.session_id, successor }
  await transaction.deleteFrom('auth.sessions').where('id', '=', used.session_id).execute()
  return 'reused'
}

const lockSession = (transaction: Database, token: string) =>
  transaction
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.refresh_tokens as t', 't.session_id', 's.id')
    .select('s.id')
    .where('t.token_hash', '=', hashToken(token))
    .forNoKeyUpdate('s')
    .executeTakeFirst()

const markUsed = (transaction: Database, token: string, now: Date) =>
  transaction
    .updateTable('auth.refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()

const readToken = (transaction: Database, token: string) =>
  transaction
    .selectFrom('auth.refresh_tokens')
    .select(['session_id', 'used_at'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()

async function extendSession(transaction: Database, session_id: string, now: Date): Promise<void> {
  await transaction
    .updateTable('auth.sessions')
    .set({
      last_seen_at: now,
      expires_at: sql<Date>`least(ends_at, case when shared_device then ${sessionEnd(now, true)}::timestamptz else ${sessionEnd(now, false)}::timestamptz end)`,
    })
    .where('id', '=', session_id)
    .where('expires_at', '>', now)
    .execute()
  await transaction
    .deleteFrom('auth.refresh_tokens')
    .where('session_id', '=', session_id)
    .where('used_at', '<', new Date(now.getTime() - usedTokenTtl))
    .execute()
}

/** Derived with the master key, so a racing request gets it again though only hashes are stored. */
const successorOf = (masterKey: MasterKey, token: string): string =>
  keyedHash(masterKey, `auth.refresh_tokens\0${token}`).toString('base64url')

/** Includes sessions of our own pages. */
export async function logOut(
  api: AuthApiDeps,
  session: Session,
  scope: 'global' | 'local' | 'others',
): Promise<Result> {
  const { auth, recordSignIn } = api.engine
  const { id, user_id } = session
  if (scope === 'local') await endSession(auth, user_id, id)
  // One factor must not sign out a user of both.
  else if (session.owes_factor) return authError('insufficient_aal', 'AAL2 required to end other sessions')
  else {
    const keep = scope === 'others' ? id : undefined
    await auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  }
  recordSignIn({ kind: 'sign_out', outcome: 'succeeded' })
  return { empty: true }
}
