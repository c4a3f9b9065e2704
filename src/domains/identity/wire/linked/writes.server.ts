import { validate as isUuid } from 'uuid'
import type { Session } from '../../contract.ts'
import { unlink } from '../../providers/linked/writes.server.ts'
import { isProofFresh } from '../../rules.ts'
import type { Answer } from '../contract.ts'
import { readWireUser } from '../reads.server.ts'
import { refuse } from '../rules.ts'
import type { Wire } from '../writes.server.ts'
import { lastIdentity, noIdentity } from './rules.ts'

/**
 * Takes a provider away, unless it is the last identity (specification point 8). The address stays with its account: letters
 * and recovery go there.
 */
export async function unlinkIdentity(
  { engine }: Wire,
  session: Session,
  identity_id: string,
): Promise<Answer> {
  const { auth, clock } = engine
  if (session.owes_factor) return refuse('insufficient_aal', 'AAL2 required to unlink an identity')
  if (!isUuid(identity_id)) return refuse('validation_failed', 'identity_id must be an UUID')
  const identities = (await readWireUser(auth, session.user_id))?.identities ?? []
  if (identities.length <= 1) return lastIdentity
  if (!isProofFresh(session, clock.now())) {
    return refuse('reauthentication_needed', 'Unlinking an identity requires reauthentication')
  }
  const refused = await unlink(auth, session.user_id, identity_id)
  if (refused === 'single_identity_not_deletable') return lastIdentity
  return refused ? noIdentity : { body: {} }
}
