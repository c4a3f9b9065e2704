import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { sql } from 'kysely'
import type { MasterKey } from '../../platform/crypto.server.ts'
import { seal, unseal } from '../../platform/crypto.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { accessTokenTtl, audience, issuerOf, signingKeyLead, signingKeyLife } from './tokens.rules.ts'

type SigningKeyDeps = { auth: Database; masterKey: MasterKey }

/** Decrypts in its own row only. */
export const signingKeyContext = (id: string) => ['auth.signing_keys', id, 'private']

export type Signer = (claims: JWTPayload & { sub: string }, now: Date) => Promise<string>

/** The first process creates the key. @param auth as `unfog_auth` */
export function openSigner(deps: SigningKeyDeps, publicUrl: string): Signer {
  let opening: ReturnType<typeof openSigningKey> | undefined
  let openedAt = 0
  return async (claims, now) => {
    // The key may be rotated.
    if (Math.abs(now.getTime() - openedAt) > signingKeyLead) opening = undefined
    if (!opening) openedAt = now.getTime()
    opening ??= openSigningKey(deps, now)
    const { id, key } = await opening.catch((thrown: unknown) => {
      opening = undefined
      throw thrown
    })
    const issued = Math.floor(now.getTime() / 1000)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: id, typ: 'JWT' })
      .setIssuer(issuerOf(publicUrl))
      .setAudience(audience)
      .setIssuedAt(issued)
      .setExpirationTime(issued + accessTokenTtl)
      .sign(key)
  }
}

/** Replaced yearly (NIST SP 800-57 part 1, 5.3.6). A new key signs after an hour, as apps cache the set. */
export async function openSigningKey(deps: SigningKeyDeps, now: Date) {
  const newest = await readNewestKey(deps.auth)
  if (!newest || newest.created_at.getTime() <= now.getTime() - signingKeyLife)
    await createSigningKey(deps, now)
  const row = await deps.auth
    .selectFrom('auth.signing_keys')
    .select(['id', 'private_sealed'])
    .orderBy((row) => row('created_at', '<=', new Date(now.getTime() - signingKeyLead)), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const jwk = JSON.parse(unseal(deps.masterKey, row.private_sealed, signingKeyContext(row.id))) as JWK
  return { id: row.id, key: await importJWK(jwk, 'ES256') }
}

const readNewestKey = (auth: Database) =>
  auth
    .selectFrom('auth.signing_keys')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Of racing processes, the second finds the first one's key. */
async function createSigningKey({ auth, masterKey }: SigningKeyDeps, now: Date): Promise<void> {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const [public_jwk, private_jwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  const id = await calculateJwkThumbprint(public_jwk)
  await auth.transaction().execute(async (transaction) => {
    await sql`lock table auth.signing_keys in share row exclusive mode`.execute(transaction)
    const newest = await readNewestKey(transaction)
    if (newest && newest.created_at.getTime() > now.getTime() - signingKeyLife) return
    await transaction
      .insertInto('auth.signing_keys')
      .values({
        id,
        public_jwk: JSON.stringify(public_jwk),
        private_sealed: seal(masterKey, JSON.stringify(private_jwk), signingKeyContext(id)),
        created_at: now,
      })
      .execute()
  })
}
