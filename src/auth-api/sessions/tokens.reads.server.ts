import { errors, importJWK, type JWK, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Session } from '../../domains/identity/identity.contract.ts'
import { findSession } from '../../domains/identity/identity.reads.server.ts'
import type { Database } from '../../platform/database/pool.server.ts'
import { audience, issuerOf, passkeyRegistered } from './tokens.rules.ts'

const claims = z.object({ sub: z.uuid(), session_id: z.uuid(), aal: z.enum(['aal1', 'aal2']) })

/** Public keys (RFC 7517, 5). */
export async function readKeySet(auth: Database): Promise<{ keys: JWK[] }> {
  const rows = await auth
    .selectFrom('auth.signing_keys')
    .select(['id', 'public_jwk'])
    .orderBy('created_at', 'desc')
    .execute()
  return {
    keys: rows.map(({ id, public_jwk }) => ({
      ...public_jwk,
      kid: id,
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    })),
  }
}

/** Requires our issuer and key, ES256 and an unexpired token (RFC 8725, 3.1, 3.8). */
async function checkAccessToken(
  auth: Database,
  publicUrl: string,
  token: string,
  now: Date,
): Promise<z.infer<typeof claims> | { wrong: string }> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => readPublicKey(auth, kid), {
      algorithms: ['ES256'],
      issuer: issuerOf(publicUrl),
      audience,
      requiredClaims: ['exp', 'sub', 'session_id'],
      currentDate: now,
    })
    const parsed = claims.safeParse(payload)
    return parsed.success ? parsed.data : { wrong: 'ERR_JWT_CLAIMS' }
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return { wrong: thrown.code }
    throw thrown
  }
}

/** @returns undefined for an ended session, whatever the token says */
export async function readTokenSession(
  auth: Database,
  publicUrl: string,
  token: string,
  now: Date,
): Promise<Session | { wrong: string } | 'suspended' | undefined> {
  const checked = await checkAccessToken(auth, publicUrl, token, now)
  if ('wrong' in checked) return checked
  const session = await findSession(auth, { id: checked.session_id }, now)
  if (session === 'suspended') return session
  if (!session || session.user_id !== checked.sub) return undefined
  // The client got new tokens with its second factor; older ones stay at aal1.
  const rises = session.amr.some(({ method }) => method === passkeyRegistered)
  const owes = checked.aal === 'aal1' && session.aal === 'aal2' && !rises
  return owes ? { ...session, aal: 'aal1', owes_factor: true } : session
}

/** @param kid untrusted; ours are SHA-256 thumbprints (RFC 7638) */
async function readPublicKey(auth: Database, kid: unknown) {
  const row =
    typeof kid === 'string' &&
    /^[\w-]{43}$/.test(kid) &&
    (await auth.selectFrom('auth.signing_keys').select('public_jwk').where('id', '=', kid).executeTakeFirst())
  if (!row) throw new errors.JWKSNoMatchingKey()
  return importJWK(row.public_jwk as JWK, 'ES256')
}
