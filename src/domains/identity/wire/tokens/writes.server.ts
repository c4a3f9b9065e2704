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
import type { MasterKey } from '../../../../platform/crypto.server.ts'
import { seal, unseal } from '../../../../platform/crypto.server.ts'
import type { Database } from '../../../../platform/database/pool.server.ts'
import { accessLife, audience, issuerOf } from './rules.ts'

type Place = { auth: Database; masterKey: MasterKey }

/** Where a private half belongs: moved to another row it does not open. */
/** Where a private key belongs: in another row it does not open. */
export const privatePlace = (id: string) => ['auth.signing_keys', id, 'private']

/** Signs access tokens; the key is made by the first process that needs one and read by all others. */
export type Signer = (claims: JWTPayload & { sub: string }, now: Date) => Promise<string>

/**
 * @param auth acting as `unfog_auth`
 * @param publicUrl from the configuration: it names the issuer
 */
export function openSigner(place: Place, publicUrl: string): Signer {
  let opening: ReturnType<typeof openSigningKey> | undefined
  return async (claims, now) => {
    opening ??= openSigningKey(place)
    // A database that did not answer is asked again.
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
      .setExpirationTime(issued + accessLife)
      .sign(key)
  }
}

/** The newest key, made if there is none. */
export async function openSigningKey(place: Place) {
  const row = (await readKey(place.auth)) ?? (await makeKey(place))
  const jwk = JSON.parse(unseal(place.masterKey, row.private_sealed, privatePlace(row.id))) as JWK
  return { id: row.id, key: await importJWK(jwk, 'ES256') }
}

const readKey = (auth: Database) =>
  auth
    .selectFrom('auth.signing_keys')
    .select(['id', 'private_sealed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The newest key signs. Two processes that start at once take turns, so that the second finds what the first made. */
async function makeKey({ auth, masterKey }: Place) {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const [public_jwk, private_jwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)])
  const id = await calculateJwkThumbprint(public_jwk)
  return auth.transaction().execute(async (transaction) => {
    await sql`lock table auth.signing_keys in share row exclusive mode`.execute(transaction)
    const made = await readKey(transaction)
    if (made) return made
    return transaction
      .insertInto('auth.signing_keys')
      .values({
        id,
        public_jwk: JSON.stringify(public_jwk),
        private_sealed: seal(masterKey, JSON.stringify(private_jwk), privatePlace(id)),
      })
      .returning(['id', 'private_sealed'])
      .executeTakeFirstOrThrow()
  })
}
