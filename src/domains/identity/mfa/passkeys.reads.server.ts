import type { Database } from '../../../platform/database/pool.server.ts'

export type StoredCredential = {
  /** COSE, base64url */
  public_key: string
  counter: number
  transports: string[]
  device_type: 'singleDevice' | 'multiDevice'
  backed_up: boolean
}

const selectPasskeys = (auth: Database) =>
  auth
    .selectFrom('auth.factors')
    .select(['id as factor_id', 'user_id', 'credential_id', 'credential'])
    .where('factor_type', '=', 'webauthn')
    .where('status', '=', 'verified')
    .where('credential_id', 'is not', null)
    .where('credential', 'is not', null)
    .$narrowType<{ credential_id: string; credential: StoredCredential }>()

/** Lists a user's verified passkeys. */
export const listPasskeys = (auth: Database, user_id: string) =>
  selectPasskeys(auth).where('user_id', '=', user_id).execute()

/** Reads a verified passkey. */
export const readPasskey = (auth: Database, credential_id: string) =>
  selectPasskeys(auth).where('credential_id', '=', credential_id).executeTakeFirst()

/** Reads an unverified passkey. */
export const readNewPasskey = (auth: Database, user_id: string, factor_id: string) =>
  auth
    .selectFrom('auth.factors')
    .select('id')
    .where('id', '=', factor_id)
    .where('user_id', '=', user_id)
    .where('factor_type', '=', 'webauthn')
    .where('status', '=', 'unverified')
    .executeTakeFirst()
