import type { Session } from '../identity.contract.ts'
import { readUser } from '../identity.reads.server.ts'
import { listFactors } from '../mfa/factors.reads.server.ts'
import type { ReauthMethods } from '../reauth/reauth.contract.ts'
import { listReauthMethods } from '../reauth/reauth.reads.server.ts'
import type { OfferedProvider } from '../social/providers.contract.ts'
import type { AuthEngine } from './sessions.writes.server.ts'

/**
 * Password or passkey, else any reauthentication: an app may be on the phone that someone else is holding.
 */
export async function readWaysToUnlock(
  engine: Pick<AuthEngine, 'auth' | 'config'>,
  session: Session,
  configured: OfferedProvider[],
): Promise<ReauthMethods> {
  const { auth } = engine
  const [user, factors] = await Promise.all([
    readUser(auth, session.user_id),
    listFactors(auth, session.user_id),
  ])
  const password = Boolean(user?.password_hash)
  const passkey = factors.some(
    ({ factor_type, status }) => factor_type === 'webauthn' && status === 'verified',
  )
  if (password || passkey) return { app: false, passkey, texts: [], password, mail: false, providers: [] }
  return listReauthMethods(engine, session, configured)
}

/** Without any way to unlock a session must not lock. */
export const canUnlock = (ways: ReauthMethods): boolean =>
  Object.values(ways).some((way) => way === true || (Array.isArray(way) && way.length > 0))
