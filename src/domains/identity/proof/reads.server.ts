import type { Session } from '../contract.ts'
import { listFactors } from '../factors/reads.server.ts'
import { readUser } from '../reads.server.ts'
import type { Engine } from '../writes.server.ts'

/** How a person can show once more that it is them: a second factor if they have one, else the password (design: "Identity"). */
export type WaysToProve = { app: boolean; passkey: boolean; password: boolean }

export async function readWaysToProve(
  { auth }: Pick<Engine, 'auth'>,
  session: Session,
): Promise<WaysToProve> {
  const factors = (await listFactors(auth, session.user_id)).filter(({ status }) => status === 'verified')
  const has = (type: 'totp' | 'webauthn') => factors.some(({ factor_type }) => factor_type === type)
  const user = factors.length > 0 ? undefined : await readUser(auth, session.user_id)
  return { app: has('totp'), passkey: has('webauthn'), password: Boolean(user?.password_hash) }
}
