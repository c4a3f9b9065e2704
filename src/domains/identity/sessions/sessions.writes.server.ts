import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.server.ts'
import { createOwner } from '../../../platform/create-owner.ts'
import { hashToken, type MasterKey, randomToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Limits } from '../../../platform/rate-limits.server.ts'
import type { RecordSignIn } from '../../../platform/sign-in-event.ts'
import { ensureProfile } from '../accounts/profile.writes.server.ts'
import type { Session } from '../identity.contract.ts'
import { readSession } from '../identity.reads.server.ts'
import { sessionEnd, sessionMaxAge } from '../identity.rules.ts'

/** What sign-in works with. */
export type AuthEngine = {
  auth: Database
  app: Database
  limits: Limits
  masterKey: MasterKey
  clock: Clock
  log: Log
  recordSignIn: RecordSignIn
  config: Pick<Config, 'smtpUrl' | 'loopback' | 'publicUrl' | 'redirectUrls' | 'providers' | 'wire'>
}

/** Who is asking, as far as limits and lists go. */
export type RequestInfo = {
  device: string /** the network address, for limits alone */
  address: string
  shared_device: boolean
}

/**
 * Opens a session for somebody who has just proven who they are, and makes their profile if there is none (specification
 * point 2). Whoever suspends takes the same row: either this waits and refuses, or its session is ended with the others.
 *
 * @param options `method` as RFC 8176 would name it: password, otp, oauth, webauthn. `password_hash`: what the password was compared
 *   with, so that a change of it meanwhile counts; else who signs in without a pause would outlive it
 *   `proven`: whether it shows who holds the device now, which some ways do not (providers/writes.server.ts); it does unless told
 * @returns undefined when the account is suspended, or gone, or its password is another now
 */
export async function startSession(
  engine: AuthEngine,
  user_id: string,
  options: {
    device: string
    shared_device: boolean
    method: string
    aal?: 'aal1' | 'aal2'
    password_hash?: string | null
    proven?: boolean
  },
): Promise<{ token: string; session: Session } | undefined> {
  const now = engine.clock.now()
  const token = randomToken()
  const { device, shared_device, method, aal = 'aal1', password_hash, proven = true } = options
  const amr = [{ method, timestamp: Math.floor(now.getTime() / 1000) }]
  const inserted = await engine.auth.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('auth.users')
      .set({ last_sign_in_at: now })
      .where('id', '=', user_id)
      .where('status', '!=', 'suspended')
      .$if(password_hash !== undefined, (query) => query.where('password_hash', '=', password_hash ?? null))
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await transaction
      .insertInto('auth.sessions')
      .values({
        // Who limits what is kept gets a number that tells no time instead, from the database itself.
        id: uuidv7(),
        user_id,
        token_hash: hashToken(token),
        aal,
        amr: JSON.stringify(amr),
        shared_device,
        device,
        created_at: now,
        last_seen_at: now,
        proven_at: proven ? now : null,
        expires_at: sessionEnd(now, shared_device),
        ends_at: new Date(now.getTime() + sessionMaxAge[shared_device ? 'shared' : 'own']),
      })
      .execute()
    // Sessions that ended by themselves go when their person comes back.
    await transaction
      .deleteFrom('auth.sessions')
      .where('user_id', '=', user_id)
      .where('expires_at', '<=', now)
      .execute()
    return true
  })
  // Looked up, as every request will: suspended since then, it opens nothing.
  const session = inserted ? await readSession(engine.auth, token, now) : undefined
  engine.recordSignIn({ kind: 'session', outcome: session ? 'succeeded' : 'refused' })
  if (!session) return undefined
  // For the profile alone: what a plan holds is asked at the gate.
  await ensureProfile(engine, createOwner({ ...session, session_id: session.id, journals: false }))
  return { token, session }
}

/** Ends the session of a cookie, at once and everywhere. Of a session that is gone nothing is said. */
export async function signOut(auth: Database, token: string): Promise<void> {
  await auth.deleteFrom('auth.sessions').where('token_hash', '=', hashToken(token)).execute()
}

/**
 * Ends one of a person's own sessions; another person's is not found.
 *
 * @param session_id as a form says it
 */
export async function endSession(auth: Database, user_id: string, session_id: string): Promise<boolean> {
  if (!isUuid(session_id)) return false
  const { numDeletedRows } = await auth
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', session_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @param except the session that stays: the one that asks */
export async function endSessions(auth: Database, user_id: string, except?: string): Promise<void> {
  let query = auth.deleteFrom('auth.sessions').where('user_id', '=', user_id)
  if (except) query = query.where('id', '!=', except)
  await query.execute()
}
