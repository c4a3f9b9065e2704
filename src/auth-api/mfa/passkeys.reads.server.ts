import type { ListedFactor } from '../../domains/identity/mfa/factors.contract.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'

/** A person's passkeys that are in use, the oldest first. */
export const listPasskeys = async (auth: Database, user_id: string): Promise<ListedFactor[]> =>
  (await listFactors(auth, user_id)).filter(
    ({ factor_type, status }) => factor_type === 'webauthn' && status === 'verified',
  )

/** @returns a person's own; another person's is not found */
export const readPasskey = async (auth: Database, user_id: string, id: string) =>
  (await listPasskeys(auth, user_id)).find((passkey) => passkey.id === id)
