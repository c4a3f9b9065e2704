import type { Session } from '../identity.contract.ts'
import { findSession } from '../identity.reads.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import type { Person } from '../social/providers.contract.ts'
import { isIdentityOf } from '../social/providers.reads.server.ts'
import { renewSession } from './reauth.writes.server.ts'

/**
 * Reauthenticates by a new sign-in with a linked provider.
 * @param asked the session that requested it, perhaps minutes ago
 */
export async function proveByProvider(
  engine: AuthEngine,
  identity: { provider: string; person: Pick<Person, 'issuer' | 'sub'> },
  asked: { id: string; user_id: string },
): Promise<{ token: string; session: Session } | 'gone' | 'not_linked'> {
  const { auth, clock } = engine
  const session = await findSession(auth, { id: asked.id }, clock.now())
  if (!session || session === 'suspended' || session.owes_factor) return 'gone'
  if (session.user_id !== asked.user_id) return 'gone'
  const linked = await auth
    .selectFrom('auth.identities')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where(isIdentityOf(identity.provider, identity.person))
    .executeTakeFirst()
  if (!linked) return 'not_linked'
  return { token: await renewSession(engine, session, 'oauth', session.aal), session }
}
