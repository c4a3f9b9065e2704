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
    .select(['id', 'user_id', 'credential_id', 'credential'])
    .where('factor_type', '=', 'webauthn')
    .where('status', '=', 'verified')

type Row = { id: string; user_id: string; credential_id: string | null; credential: unknown }
const toPasskey = ({ id, user_id, credential_id, credential }: Row) =>
  credential_id && credential
    ? [{ factor_id: id, user_id, credential_id, credential: credential as StoredCredential }]
    : []

/** Lists a user's verified passkeys. */
export const listPasskeys = async (auth: Database, user_id: string) =>
  (await selectPasskeys(auth).where('user_id', '=', user_id).execute()).flatMap(toPasskey)

/** Reads a verified passkey. */
export const readPasskey = async (auth: Database, credential_id: string) =>
  (await selectPasskeys(auth).where('credential_id', '=', credential_id).execute()).flatMap(toPasskey).at(0)

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
