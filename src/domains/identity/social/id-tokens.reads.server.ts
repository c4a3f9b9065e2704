import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { loggable } from '../../../platform/log.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import type { AuthEngine } from '../sessions/sessions.writes.server.ts'
import { acceptedIssuers, algorithms, isNotIdToken, maxTokenAge } from './id-tokens.rules.ts'
import type { Person } from './providers.contract.ts'
import { readProviderMetadata } from './providers.reads.server.ts'
import { clockSkew, personOf } from './providers.rules.ts'

type Keys = ReturnType<typeof createRemoteJWKSet>
/** An unknown key is fetched at most twice a minute, however many tokens are forged. */
const keySets = new WeakMap<OpenidProvider, { address: string; keys: Keys }>()

function keySetAt(provider: OpenidProvider, address: string): Keys {
  const cached = keySets.get(provider)
  if (cached?.address === address) return cached.keys
  const keys = createRemoteJWKSet(new URL(address))
  keySets.set(provider, { address, keys })
  return keys
}

export type ReadIdToken =
  | { person: Person; iss: string; nonce: unknown; at_hash: unknown; alg: string }
  | { wrong: 'token' | 'audience' | 'unreachable' }

/**
 * Verifies a client's own ID token (OpenID Connect Core 1.0, 3.1.3.7), but not `azp`: mobile apps have their
 * own.
 */
export async function readIdToken(
  { clock, log }: Pick<AuthEngine, 'clock' | 'log'>,
  provider: OpenidProvider,
  token: string,
): Promise<ReadIdToken> {
  const metadata = await readProviderMetadata(provider, log)
  if (!metadata) return { wrong: 'unreachable' }
  const { issuer, jwks_uri } = metadata
  // Plain http, where keys could be replaced, on this machine only.
  if (!jwks_uri || (issuer.startsWith('https:') && !jwks_uri.startsWith('https:'))) {
    log.error('a provider of sign-in announces no keys')
    return { wrong: 'unreachable' }
  }
  const reject = (code: string) => {
    log.warn('an ID token was refused', { error: { name: 'IdToken', code } })
    return { wrong: 'token' } as const
  }
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keySetAt(provider, jwks_uri), {
      algorithms,
      audience: provider.audiences,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
      maxTokenAge,
      clockTolerance: clockSkew,
      currentDate: clock.now(),
    })
    const { iss = '', sub, nonce, at_hash } = payload
    if (!acceptedIssuers(provider.key, issuer, payload.tid).includes(iss)) return reject('issuer')
    if (isNotIdToken(protectedHeader.typ, payload)) return reject('kind')
    if (!isValidSubject(sub)) return reject('sub')
    const person = personOf(provider.key, { ...payload, iss, sub })
    return { person, iss, nonce, at_hash, alg: protectedHeader.alg }
  } catch (thrown) {
    if (isAudienceMismatch(thrown)) return { wrong: 'audience' }
    if (isTokenError(thrown)) return reject(thrown.code)
    log.error('the keys of a provider of sign-in cannot be read', { error: loggable(thrown) })
    return { wrong: 'unreachable' }
  }
}

/** OpenID Connect Core 1.0, 2; no characters that PostgreSQL rejects. */
const isValidSubject = (sub: JWTPayload['sub']): sub is string =>
  typeof sub === 'string' && /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(sub)

const isAudienceMismatch = (thrown: unknown) =>
  thrown instanceof errors.JWTClaimValidationFailed &&
  thrown.claim === 'aud' &&
  thrown.reason === 'check_failed'

const providerErrorCodes = [errors.JWKSTimeout.code, errors.JWKSInvalid.code, errors.JOSEError.code]
const isTokenError = (thrown: unknown): thrown is errors.JOSEError =>
  thrown instanceof errors.JOSEError && !providerErrorCodes.includes(thrown.code)
