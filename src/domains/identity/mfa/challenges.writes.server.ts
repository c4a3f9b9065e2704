import { validate as isUuid, v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/database/pool.server.ts'
import { challengeLife } from './factors.rules.ts'

/** More than one, so that they can't pile up. */
const cleanupBatch = 20

/** Creates a single-use challenge. `ttl`: milliseconds. */
export async function createChallenge(
  auth: Database,
  asked: { user_id: string | null; factor_id: string | null; challenge: string | null },
  now: Date,
  ttl = challengeLife,
): Promise<{ challenge_id: string; expires_at: Date }> {
  const challenge_id = uuidv7()
  const expires_at = new Date(now.getTime() + ttl)
  await auth
    .with('expired', (db) =>
      db.deleteFrom('auth.challenges').where('id', 'in', (eb) =>
        eb
          .selectFrom('auth.challenges')
          .select('id')
          .where('expires_at', '<=', now)
          .limit(cleanupBatch)
          // Concurrent requests must not block each other.
          .forUpdate()
          .skipLocked(),
      ),
    )
    .insertInto('auth.challenges')
    .values({ id: challenge_id, ...asked, expires_at })
    .execute()
  return { challenge_id, expires_at }
}

/** Deletes and returns a challenge: only its own user can answer it, and only once. */
export async function consumeChallenge(
  auth: Database,
  user_id: string | null,
  challenge_id: string,
  now: Date,
) {
  if (!isUuid(challenge_id)) return undefined
  const consumed = await auth
    .deleteFrom('auth.challenges')
    .where('id', '=', challenge_id)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .returning(['factor_id', 'challenge', 'expires_at'])
    .executeTakeFirst()
  return consumed && consumed.expires_at <= now ? 'expired' : consumed
}
