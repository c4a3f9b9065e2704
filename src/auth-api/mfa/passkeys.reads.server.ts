import type { ListedFactor } from '../../domains/identity/mfa/factors.contract.ts'
import { listFactors } from '../../domains/identity/mfa/factors.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'

/** Verified passkeys, oldest first. */
export const listPasskeys = async (auth: Database, user_id: string): Promise<ListedFactor[]> =>
  (await listFactors(auth, user_id)).filter(
    ({ factor_type, status }) => factor_type === 'webauthn' && status === 'verified',
  )

/** @returns undefined for another user's passkey */
export const readPasskey = async (auth: Database, user_id: string, id: string) =>
  (await listPasskeys(auth, user_id)).find((passkey) => passkey.id === id)
