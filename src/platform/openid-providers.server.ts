import { isLoopback } from './loopback.ts'

/** An external sign-in provider that the operator configured (OpenID Connect Core 1.0). */
export type OpenidProvider = {
  /** Used in URLs and stored with each identity: changing it locks users out of their accounts. */
  key: string
  label: string
  issuer: string
  client_id: string
  client_secret: string
  /** Accepted `aud` values of ID tokens sent to /auth/v1: our client and the operator's apps (`a,b,c`). */
  audiences: string[]
}

const knownProviders = [
  { key: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
  // The secret is a JWT signed with the operator's Apple key, valid for at most six months (Apple, "Creating a client secret").
  { key: 'apple', label: 'Apple', issuer: 'https://appleid.apple.com' },
  // For work, school and personal accounts. Its announced issuer contains `{tenantid}`; openid-client replaces that with the token's
  // `tid`, for this host only.
  { key: 'microsoft', label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
]

/** Provider names that identities use for other sign-in methods. */
const reservedKeys = ['email', 'phone', 'web3']

/**
 * Reads `OIDC_GOOGLE`, `OIDC_APPLE`, `OIDC_MICROSOFT` and any other `OIDC_<NAME>`.
 *
 * @returns the providers, known ones first, and the errors, without values: they contain secrets
 */
export function readProviders(env: Record<string, string | undefined>): {
  providers: OpenidProvider[]
  errors: string[]
} {
  const providers: OpenidProvider[] = []
  const errors: string[] = []
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith('OIDC_')) continue
    const result = parseProvider(name.slice('OIDC_'.length), value.trim().split(/\s+/))
    if (typeof result === 'string') errors.push(`${name} ${result}`)
    else providers.push(result)
  }
  const sortedKnown = knownProviders.flatMap(({ key }) =>
    providers.filter((provider) => provider.key === key),
  )
  const others = providers.filter((provider) => !sortedKnown.includes(provider))
  return { providers: [...sortedKnown, ...others], errors }
}

function parseProvider(name: string, words: string[]): OpenidProvider | string {
  const key = name.toLowerCase().replaceAll('_', '-')
  if (reservedKeys.includes(key) || !/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name)) {
    return 'has a name that cannot be used: take capitals, digits and underscores, and not EMAIL, PHONE or WEB3'
  }
  const knownProvider = knownProviders.find((candidate) => candidate.key === key)
  if (knownProvider) {
    const [client_id, client_secret, ...more] = words
    if (!client_id || !client_secret || more.length > 0)
      return 'must be a client id and a client secret with a space between'
    return { ...knownProvider, ...parseClientIds(client_id), client_secret }
  }
  const [issuer, client_id, client_secret, ...label] = words
  if (!issuer || !client_id || !client_secret) {
    return 'must be an issuer, a client id and a client secret with spaces between, and a label if you like'
  }
  if (!isIssuer(issuer)) return 'must begin with an https address, as its provider announces it'
  return {
    key,
    label: label.join(' ') || defaultLabel(key),
    issuer,
    ...parseClientIds(client_id),
    client_secret,
  }
}

/** The first id is for our pages; mobile apps have their own ids at Google and Apple. */
function parseClientIds(ids: string): { client_id: string; audiences: string[] } {
  const audiences = ids.split(',').filter((id) => id !== '')
  return { client_id: audiences[0] ?? ids, audiences }
}

/** An https URL without query or fragment (OpenID Connect Discovery 1.0, 3), or http on loopback. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const safe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return safe && !search && !hash && !username
}

const defaultLabel = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ')
