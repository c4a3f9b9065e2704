import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.server.ts'
import { createOwner } from '../../../platform/create-owner.ts'
import { hashToken, type MasterKey, randomToken } from '../../../platform/crypto.server.ts'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { RateLimits } from '../../../platform/rate-limits.server.ts'
import type { RecordSignIn } from '../../../platform/sign-in-event.ts'
import { ensureProfile } from '../accounts/profile.writes.server.ts'
import type { Session } from '../identity.contract.ts'
import { readSession } from '../identity.reads.server.ts'
import { sessionEnd, sessionMaxAge } from '../identity.rules.ts'

/** Dependencies of authentication. */
export type AuthEngine = {
  auth: Database
  app: Database
  limits: RateLimits
  masterKey: MasterKey
  clock: Clock
  log: Log
  recordSignIn: RecordSignIn
  config: Pick<Config, 'smtpUrl' | 'loopback' | 'publicUrl' | 'redirectUrls' | 'providers' | 'authApi'>
}

export type RequestInfo = {
  device: string
  /** IP address, only for rate limits */
  address: string
  shared_device: boolean
}

/**
Creates
 * a session, and a profile if there is none (specification point 2). Suspension locks the same row.
 * @param options `method`: an RFC 8176 value. `password_hash`: a concurrent change fails the sign-in.
 * `proven`: false if the method doesn't show who holds the device now.
 * @returns undefined if the account is suspended or gone, or its password has changed
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
        // With Limit Data Collection a trigger replaces it by one without a timestamp.
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
    await transaction
      .deleteFrom('auth.sessions')
      .where('user_id', '=', user_id)
      .where('expires_at', '<=', now)
      .execute()
    return true
  })
  // A suspension may have come in between.
  const session = inserted ? await readSession(engine.auth, token, now) : undefined
  engine.recordSignIn({ kind: 'session', outcome: session ? 'succeeded' : 'refused' })
  if (!session) return undefined
  // Authentication checks the plan.
  await ensureProfile(engine, createOwner({ ...session, session_id: session.id, journals: false }))
  return { token, session }
}

/** Deletes a cookie's session. */
export async function signOut(auth: Database, token: string): Promise<void> {
  await auth.deleteFrom('auth.sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Ends one of the user's own sessions, by an untrusted ID. */
export async function endSession(auth: Database, user_id: string, session_id: string): Promise<boolean> {
  if (!isUuid(session_id)) return false
  const { numDeletedRows } = await auth
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', session_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends the user's sessions but `except`. */
export async function endSessions(auth: Database, user_id: string, except?: string): Promise<void> {
  let query = auth.deleteFrom('auth.sessions').where('user_id', '=', user_id)
  if (except) query = query.where('id', '!=', except)
  await query.execute()
}
