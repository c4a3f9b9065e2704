import type { ExpressionBuilder } from 'kysely'
import * as openid from 'openid-client'
import type { Database } from '../../../platform/database/pool.server.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { OpenidProvider } from '../../../platform/openid-providers.server.ts'
import type { LinkedIdentity, Person } from './providers.contract.ts'
import { authorizationParams, clockSkew, type Freshness, freshnessOf, personOf } from './providers.rules.ts'

/** Seconds. A person waits for it. */
const discoveryTimeout = 8
/** What a provider announces about itself is asked for again after an hour; its keys are looked after by openid-client. */
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
  // What failed is asked again by the next person.
  configuration.catch(() => configurations.delete(provider))
  return configuration
}

function discover({ issuer, client_id, client_secret }: OpenidProvider): Promise<openid.Configuration> {
  // What a provider leaves out means client_secret_basic (OpenID Connect Discovery 1.0, 3).
  const authentication: openid.ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const clientAuth = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic
      : openid.ClientSecretPost
    clientAuth(client_secret)(server, ...rest)
  }
  const client = { client_secret, [openid.clockTolerance]: clockSkew }
  // The signature is asked for too, though TLS stands behind the token (OpenID Connect Core 1.0, 3.1.3.7, 6).
  const execute = [openid.enableNonRepudiationChecks]
  // The configuration lets plain http pass on this machine alone.
  if (issuer.startsWith('http:')) execute.push(openid.allowInsecureRequests)
  return openid.discovery(new URL(issuer), client_id, client, authentication, {
    timeout: discoveryTimeout,
    execute: execute,
  })
}

/**
 * What is kept of a question until its answer comes (RFC 7636; OpenID Connect Core 1.0, 3.1.2.1). `asked_at`: milliseconds, by this
 * machine's clock, as openid-client reads the times of the answer.
 */
export type AuthorizationChecks = { nonce: string; verifier: string; asked_at: number }

export const createChecks = (): AuthorizationChecks => ({
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
  asked_at: Date.now(),
})

/**
 * @returns what the provider announces about itself
 * @throws when it cannot be reached, or is not who it should be; the first time only
 */
export const readProviderMetadata = async (provider: OpenidProvider) =>
  (await configurationOf(provider)).serverMetadata()

/**
 * @param redirectUri where the answer comes to: of the configuration, never of a header
 * @param hints what else the provider is told; it changes nothing of ours
 * @returns where the person says who they are
 */
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
 * Exchanges the provider's answer for the person. Issuer, audience, nonce, times and signature of the ID token are verified
 * (OpenID Connect Core 1.0, 3.1.3.7), and the answer's own `iss` where there is one (RFC 9207).
 *
 * @param redirectUri where the answer was asked to come to
 * @param answer as it came, by query or by form
 * @returns the person, and whether they signed in there since they were asked
 * @throws when any of it does not hold
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
  // Where the core of the specification puts the address (OpenID Connect Core 1.0, 5.4). `sub` must be the same.
  const userInfo = await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return { person: personOf(provider.key, { ...userInfo, iss: claims.iss, sub: claims.sub }), freshness }
}

/**
 * Whose sign-in it is: what the issuer calls them, not what the name of a provider stood for once. One of before issuers were
 * kept has none, and is known by its provider alone until it is used again (docs/decisions/009).
 */
export const isIdentityOf =
  (provider: string, { issuer, sub }: Pick<Person, 'issuer' | 'sub'>) =>
  (row: ExpressionBuilder<Tables, 'auth.identities'>) =>
    row.and([
      row('provider', '=', provider),
      row('provider_id', '=', sub),
      row.or([row('issuer', 'is', null), row('issuer', '=', issuer)]),
    ])

/** A person's providers, the oldest first. */
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
