import type { ExpressionBuilder } from 'kysely'
import * as openid from 'openid-client'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type Log, loggable } from '../../../platform/log.server.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import type { LinkedIdentity, Person } from './providers.contract.ts'
import { authorizationParams, clockSkew, type Freshness, freshnessOf, personOf } from './providers.rules.ts'

/** Seconds; a user is waiting. */
const discoveryTimeout = 8
/** Milliseconds. */
const configurationTtl = 60 * 60 * 1000

const configurations = new WeakMap<
  OpenidProvider,
  { at: number; configuration: Promise<openid.Configuration> }
>()

function configurationOf(provider: OpenidProvider): Promise<openid.Configuration> {
  const cached = configurations.get(provider)
  if (cached && Date.now() - cached.at < configurationTtl) return cached.configuration
  const configuration = discover(provider)
  configurations.set(provider, { at: Date.now(), configuration })
  // Do not cache failures.
  configuration.catch(() => configurations.delete(provider))
  return configuration
}

function discover({ issuer, client_id, client_secret }: OpenidProvider): Promise<openid.Configuration> {
  // OpenID Connect Discovery 1.0, 3.
  const authentication: openid.ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const clientAuth = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost
    clientAuth(client_secret)(server, ...rest)
  }
  const client = { client_secret, [openid.clockTolerance]: clockSkew }
  // Verifies the ID token's signature too, although TLS would suffice (OpenID Connect Core 1.0, 3.1.3.7, 6).
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration allows it on this machine only.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  return openid.discovery(new URL(issuer), client_id, client, authentication, {
    timeout: discoveryTimeout,
    execute,
  })
}

/**
 * RFC 7636; OpenID Connect Core 1.0, 3.1.2.1. `asked_at`: milliseconds by openid-client's clock, the
 * system's.
 */
export type AuthorizationChecks = { nonce: string; verifier: string; asked_at: number }

export const createChecks = (): AuthorizationChecks => ({
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
  asked_at: Date.now(),
})

/** Returns undefined, and logs it, when the provider can't be reached or has another issuer. */
export async function readProviderMetadata(provider: OpenidProvider, log: Log) {
  try {
    return (await configurationOf(provider)).serverMetadata()
  } catch (thrown) {
    log.error('a provider of sign-in cannot be reached', { error: loggable(thrown) })
    return undefined
  }
}

/** Returns the provider's URL; `hints` can't override our parameters. */
export async function buildAuthorizationUrl(
  provider: OpenidProvider,
  redirectUri: string,
  state: string,
  { nonce, verifier }: Pick<AuthorizationChecks, 'nonce' | 'verifier'>,
  hints: Record<string, string>,
): Promise<URL> {
  return openid.buildAuthorizationUrl(await configurationOf(provider), {
    ...hints,
    ...authorizationParams(provider.key),
    redirect_uri: redirectUri,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
}

/**
 * Exchanges the answer for the verified identity (OpenID Connect Core 1.0, 3.1.3.7). @throws when a check
 * fails
 */
export async function readPerson(
  provider: OpenidProvider,
  redirectUri: string,
  answer: URLSearchParams,
  { state, nonce, verifier, asked_at }: AuthorizationChecks & { state: string },
): Promise<{ person: Person; freshness: Freshness }> {
  const configuration = await configurationOf(provider)
  const tokens = await openid.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('an ID token has no claims')
  const freshness = freshnessOf(claims.auth_time, asked_at)
  const person = personOf(provider.key, claims)
  if (person.email || !configuration.serverMetadata().userinfo_endpoint) return { person, freshness }
  // Some providers return the email only here (OpenID Connect Core 1.0, 5.4).
  const userInfo = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { person: personOf(provider.key, { ...userInfo, iss: claims.iss, sub: claims.sub }), freshness }
}

/** Older identities match without an issuer until their next use (decision 009). */
export const isIdentityOf =
  (provider: string, { issuer, sub }: Pick<Person, 'issuer' | 'sub'>) =>
  (row: ExpressionBuilder<Tables, 'auth.identities'>) =>
    row.and([
      row('provider', '=', provider),
      row('provider_id', '=', sub),
      row.or([row('issuer', 'is', null), row('issuer', '=', issuer)]),
    ])

/** Lists linked identities, oldest first. */
export async function listLinked(auth: Database, user_id: string): Promise<LinkedIdentity[]> {
  const rows = await auth
    .selectFrom('auth.identities')
    .select(['id', 'provider', 'identity_data', 'created_at'])
    .where('user_id', '=', user_id)
    .where('provider', '!=', 'email')
    .orderBy('created_at')
    .execute()
  return rows.map(({ identity_data, ...row }) => {
    const { email } = identity_data
    return { ...row, email: typeof email === 'string' ? email : null }
  })
}
