import type { Session } from '../../domains/identity/identity.contract.ts'
import { link, unlink } from '../../domains/identity/social/linked-accounts.writes.server.ts'
import type { Answer, Refusal } from '../auth-api.contract.ts'
import { readApiUser } from '../auth-api.reads.server.ts'
import type { AuthApiDeps } from '../auth-api.writes.server.ts'
import { alreadyLinked, type Link } from './identities.reads.server.ts'
import { changeRefused } from './identities.rules.ts'
import { refusalOf } from './oauth.rules.ts'

/** @returns undefined when it is that person's now, else why not */
export async function linkPerson({ engine }: AuthApiDeps, wanted: Link): Promise<Refusal | undefined> {
  const { provider, person, session } = wanted
  const refused = await alreadyLinked(engine.auth, wanted)
  if (refused) return refused
  const reason = await link(engine, provider, person, session)
  return reason && refusalOf(reason)
}

/**
 * Takes a provider away, unless it is the last identity (specification point 8). The address stays with its account: letters
 * and recovery go there.
 */
export async function unlinkIdentity(
  { engine }: AuthApiDeps,
  session: Session,
  identity_id: string,
): Promise<Answer> {
  const { auth, clock } = engine
  const refused = changeRefused(session, clock.now())
  if (refused) return refused
  const identities = (await readApiUser(auth, session.user_id))?.identities ?? []
  if (identities.length <= 1) return refusalOf('single_identity_not_deletable')
  const reason = await unlink(auth, session.user_id, identity_id, clock.now())
  return reason ? refusalOf(reason) : { body: {} }
}
