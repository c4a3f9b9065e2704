import { isLoopback } from './loopback.ts'

/** Somebody else's sign-in that the operator lets people use here (OpenID Connect Core 1.0). */
export type OpenidProvider = {
  /** Names it in addresses and with each identity; an operator who changes it cuts people off from their accounts. */
  key: string
  label: string
  issuer: string
  client_id: string
  client_secret: string
  /** Whom an ID token that a client of /auth/v1 brings may be meant for: our client, and the operator's apps (`a,b,c`). */
  audiences: string[]
}

const known = [
  { key: 'google', label: 'Google', issuer: 'https://accounts.google.com' },
  // The secret is a JWT that the operator signs with Apple's key, for six months at most (Apple, "Creating a client secret").
  { key: 'apple', label: 'Apple', issuer: 'https://appleid.apple.com' },
  // For work, school and personal accounts alike. The issuer it announces has `{tenantid}` in it: what is accepted is that
  // text with the token's own `tid` put in, signed by Microsoft's keys (openid-client does it for this host alone).
  { key: 'microsoft', label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
]

/** Names that identities have for other ways to sign in. */
const taken = ['email', 'phone', 'web3']

/**
 * Reads `OIDC_GOOGLE`, `OIDC_APPLE`, `OIDC_MICROSOFT` and any other `OIDC_<NAME>`.
 *
 * @returns the providers, those that have a name of their own first, and what is wrong, without values: they hold secrets
 */
export function readProviders(given: Record<string, string | undefined>): {
  providers: OpenidProvider[]
  wrong: string[]
} {
  const providers: OpenidProvider[] = []
  const wrong: string[] = []
  for (const [name, value = ''] of Object.entries(given)) {
    if (!name.startsWith('OIDC_')) continue
    const read = readProvider(name.slice('OIDC_'.length), value.trim().split(/\s+/))
    if (typeof read === 'string') wrong.push(`${name} ${read}`)
    else providers.push(read)
  }
  const named = known.flatMap(({ key }) => providers.filter((provider) => provider.key === key))
  const others = providers.filter((provider) => !named.includes(provider))
  return { providers: [...named, ...others], wrong }
}

function readProvider(name: string, words: string[]): OpenidProvider | string {
  const key = name.toLowerCase().replaceAll('_', '-')
  if (taken.includes(key) || !/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name)) {
    return 'has a name that cannot be used: take capitals, digits and underscores, and not EMAIL, PHONE or WEB3'
  }
  const one = known.find((candidate) => candidate.key === key)
  if (one) {
    const [client_id, client_secret, ...more] = words
    if (!client_id || !client_secret || more.length > 0)
      return 'must be a client id and a client secret with a space between'
    return { ...one, ...clientOf(client_id), client_secret }
  }
  const [issuer, client_id, client_secret, ...label] = words
  if (!issuer || !client_id || !client_secret) {
    return 'must be an issuer, a client id and a client secret with spaces between, and a label if you like'
  }
  if (!isIssuer(issuer)) return 'must begin with an https address, as its provider announces it'
  return { key, label: label.join(' ') || titleOf(key), issuer, ...clientOf(client_id), client_secret }
}

/** The first signs in on our pages; an app on a telephone has an id of its own at Google and at Apple. */
function clientOf(ids: string): { client_id: string; audiences: string[] } {
  const audiences = ids.split(',').filter((id) => id !== '')
  return { client_id: audiences[0] ?? ids, audiences }
}

/** An https address without query or fragment (OpenID Connect Discovery 1.0, 3). Plain http only where nobody can listen. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const safe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return safe && !search && !hash && !username
}

const titleOf = (key: string) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ')
