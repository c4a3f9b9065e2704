import { isConfidential } from './loopback.ts'

/** OpenID Connect Core 1.0. */
export type OpenidProvider = {
  /** Changing it locks users out of their accounts. */
  key: string
  label: string
  issuer: string
  client_id: string
  client_secret: string
  /** Accepted `aud` values: our client and the operator's apps. */
  audiences: string[]
}

const knownProviders = [
  { key: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
  // Its secret lasts six months at most (Apple, "Creating a client secret").
  { key: 'apple', label: 'Apple', issuer: 'https://appleid.apple.com' },
  // openid-client replaces the issuer's `{tenantid}` with the token's `tid`, for this host only.
  { key: 'microsoft', label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
]

/** Other sign-in methods have them. */
const reservedKeys = ['email', 'phone', 'web3']

type Environment = Record<string, string | undefined>

/** Reads the settings `<prefix><NAME>`. Errors have no values, which contain secrets. */
export function parseSettings<Provider>(
  env: Environment,
  prefix: string,
  parse: (name: string, words: string[]) => Provider | string,
): { providers: Provider[]; errors: string[] } {
  const providers: Provider[] = []
  const errors: string[] = []
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(prefix)) continue
    const result = parse(name.slice(prefix.length), value.trim().split(/\s+/))
    if (typeof result === 'string') errors.push(`${name} ${result}`)
    else providers.push(result)
  }
  return { providers, errors }
}

/** Reads `OIDC_<NAME>`, known providers first. */
export function readProviders(env: Environment): { providers: OpenidProvider[]; errors: string[] } {
  const { providers, errors } = parseSettings(env, 'OIDC_', parseProvider)
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

/** The first id is for our pages, others for apps. */
function parseClientIds(ids: string): { client_id: string; audiences: string[] } {
  const audiences = ids.split(',').filter((id) => id !== '')
  return { client_id: audiences[0] ?? ids, audiences }
}

/** OpenID Connect Discovery 1.0, 3. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return isConfidential(url) && !url.search && !url.hash && !url.username
}

const defaultLabel = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ')
