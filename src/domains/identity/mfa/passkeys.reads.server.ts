import type { Database } from '../../../platform/database/pool.server.ts'

/** What a registration leaves in `credential`. The key is public: whoever reads it can sign nothing. */
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

/** A person's passkeys that are in use. */
export const listPasskeys = async (auth: Database, user_id: string) =>
  (await selectPasskeys(auth).where('user_id', '=', user_id).execute()).flatMap(toPasskey)

/** @param credential_id as an authenticator says it; anybody may have written it */
export const readPasskey = async (auth: Database, credential_id: string) =>
  (await selectPasskeys(auth).where('credential_id', '=', credential_id).execute()).flatMap(toPasskey).at(0)

/** @returns a passkey that a person began to add */
export const readNewPasskey = (auth: Database, user_id: string, factor_id: string) =>
  auth
    .selectFrom('auth.factors')
    .select('id')
    .where('id', '=', factor_id)
    .where('user_id', '=', user_id)
    .where('factor_type', '=', 'webauthn')
    .where('status', '=', 'unverified')
    .executeTakeFirst()
