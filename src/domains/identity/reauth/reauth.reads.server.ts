import type { Database } from '../../../platform/database/pool.server.ts'
import type { Owner } from '../../../platform/owner.ts'
import type { Session } from '../identity.contract.ts'
import { findSession, readUser } from '../identity.reads.server.ts'
import { isRecentlyAuthenticated } from '../identity.rules.ts'
import { listFactors } from '../mfa/factors.reads.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { OfferedProvider } from '../social/providers.contract.ts'
import { listLinked } from '../social/providers.reads.server.ts'
import { offered, providersWithoutAuthTime } from '../social/providers.rules.ts'
import type { ReauthMethods } from './reauth.contract.ts'

/** Lists the ways to reauthenticate; `configured`: the server's providers. */
export async function listReauthMethods(
  { auth, config }: Pick<AuthEngine, 'auth' | 'config'>,
  session: Session,
  configured: OfferedProvider[],
): Promise<ReauthMethods> {
  const factors = (await listFactors(auth, session.user_id)).filter(({ status }) => status === 'verified')
  const has = (type: 'totp' | 'webauthn') => factors.some(({ factor_type }) => factor_type === type)
  const none = { app: false, passkey: false, texts: [], password: false, mail: false, providers: [] }
  if (factors.length > 0) {
    const texts = factors.flatMap(({ id, phone }) => (phone ? [{ factor_id: id, end: phone.slice(-2) }] : []))
    return { ...none, app: has('totp'), passkey: has('webauthn'), texts }
  }
  const user = await readUser(auth, session.user_id)
  if (user?.password_hash) return { ...none, password: true }
  const linked = await listLinked(auth, session.user_id)
  const mail = canReceiveCode(config, user)
  return {
    ...none,
    mail,
    providers: configured
      .filter(
        ({ key }) =>
          linked.some(({ provider }) => provider === key) && !(mail && providersWithoutAuthTime.has(key)),
      )
      .map(offered),
  }
}

const canReceiveCode = (
  { smtpUrl }: AuthEngine['config'],
  user: { email_confirmed_at: Date | null } | undefined,
): boolean => smtpUrl !== undefined && Boolean(user?.email_confirmed_at)

/** True if the user can reauthenticate without a provider. */
export async function hasLocalCredential(
  { auth, config }: Pick<AuthEngine, 'auth' | 'config'>,
  user_id: string,
): Promise<boolean> {
  const user = await readUser(auth, user_id)
  return Boolean(user?.password_hash) || canReceiveCode(config, user)
}

export async function hasRecentReauth(auth: Database, owner: Owner, now: Date): Promise<boolean> {
  const session = await findSession(auth, { id: owner.session_id }, now, 'peek')
  return session !== undefined && session !== 'suspended' && isRecentlyAuthenticated(session, now)
}
