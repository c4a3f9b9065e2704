import { sql } from 'kysely'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { findSession } from '../../domains/identity/identity.reads.server.ts'
import { sessionEnd } from '../../domains/identity/identity.rules.ts'
import { revokeAccess } from '../../domains/identity/sessions/access.writes.server.ts'
import { endSession, type RequestInfo } from '../../domains/identity/sessions/sessions.writes.server.ts'
import { signIn } from '../../domains/identity/sign-in.writes.server.ts'
import { hashToken, keyedHash, type MasterKey } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import type { ApiResult } from '../auth-api.contract.ts'
import { authError, tooManyRequests, userBanned } from '../auth-api.rules.ts'
import {
  type AuthApiDeps,
  recordResult,
  rotateToBearerSession,
  sessionResponse,
} from '../auth-api.writes.server.ts'

const second = 1000
/** How long a token that was exchanged still answers: two tabs, or a request whose answer was lost (reference service). */
const reuseInterval = 10 * second
/** How long a used token is remembered, so that whoever comes with it is known for a thief. */
const usedTokenTtl = 30 * 24 * 60 * 60 * second

/** As the reference service says it at its tokens, and nowhere else. */
const userBannedAtToken = { ...userBanned, status: 400 } as const
const alreadyUsed = authError('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
const notFound = authError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')

/** Sign-in with a password, for a client that keeps its own tokens. */
export async function signInWithPassword(
  api: AuthApiDeps,
  input: { email: string; password: string } | { phone: string; password: string },
  requestInfo: RequestInfo,
): Promise<ApiResult> {
  const result = await signIn(api.engine, input, requestInfo)
  switch (result.outcome) {
    // Its level says that the second proof is owed: it is the client that asks for it.
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
 * Exchanges a refresh token for the next one (RFC 9700, 4.14.2). A token that was exchanged before ends its session: two hold
 * it, and one of them stole it. Within ten seconds it gives the same successor again instead, so that two tabs that race, or
 * a client that never saw the answer, go on in one chain.
 */
export const refreshSession = async (api: AuthApiDeps, token: string): Promise<ApiResult> =>
  recordResult(api.engine, 'refresh_token', await refresh(api, token))

async function refresh(api: AuthApiDeps, token: string): Promise<ApiResult> {
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
  // Before its tokens: whoever signs out takes them in this order, and would else meet this half way.
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
  // Asked again after the other's exchange: the session was locked until then.
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

/**
 * The next token of a chain, made of the one before with the master key: it can be given once more to whoever races, though
 * the database holds hashes alone. Without the master key, which is not in the database, nobody can make it.
 */
const successorOf = (masterKey: MasterKey, token: string): string =>
  keyedHash(masterKey, `auth.refresh_tokens\0${token}`).toString('base64url')

/** @param scope all sessions, this one, or all others; those of our pages are among them */
export async function logOut(
  api: AuthApiDeps,
  session: Session,
  scope: 'global' | 'local' | 'others',
): Promise<ApiResult> {
  const { auth, recordSignIn } = api.engine
  const { id, user_id } = session
  if (scope === 'local') await endSession(auth, user_id, id)
  // The password alone may not put out someone who has shown both steps.
  else if (session.owes_factor) return authError('insufficient_aal', 'AAL2 required to end other sessions')
  else {
    const keep = scope === 'others' ? id : undefined
    await auth.transaction().execute((transaction) => revokeAccess(transaction, user_id, { keep }))
  }
  recordSignIn({ kind: 'sign_out', outcome: 'succeeded' })
  return { empty: true }
}
