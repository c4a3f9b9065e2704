import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { isLoopback } from './loopback.ts'

/** An organisation's own sign-in (SAML 2.0), by which its people come into apps of their own. */
export type SamlProvider = {
  /** Names it to clients and with each identity; an operator who changes it cuts people off from their accounts. */
  key: string
  /** What it calls itself in all that it signs. */
  entity_id: string
  /** Where people are sent to sign in. */
  sign_on: string
  /** What it signs with, in PEM. */
  public_key: string
  /** Whose addresses it may vouch for, and by which a client finds it. */
  domains: string[]
}

/**
 * Reads every `SAML_<NAME>`: entity id, sign-on address, certificate (base64 in one line), domains with commas between.
 *
 * @returns the providers, and what is wrong, without values
 */
export function readSamlProviders(given: Record<string, string | undefined>): {
  saml: SamlProvider[]
  wrong: string[]
} {
  const saml: SamlProvider[] = []
  const wrong: string[] = []
  for (const [name, value = ''] of Object.entries(given)) {
    if (!name.startsWith('SAML_')) continue
    const read = readProvider(name.slice('SAML_'.length), value.trim().split(/\s+/))
    if (typeof read === 'string') wrong.push(`${name} ${read}`)
    else saml.push(read)
  }
  return { saml, wrong }
}

function readProvider(name: string, words: string[]): SamlProvider | string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name)) {
    return 'has a name that cannot be used: take capitals, digits and underscores'
  }
  const [entity_id, sign_on, certificate, list, ...more] = words
  if (!entity_id || !sign_on || !certificate || !list || more.length > 0) {
    return 'must be an entity id, a sign-on address, a certificate in one line of base64 and domains with commas between'
  }
  if (!URL.canParse(sign_on)) return 'must have an https address as its second word'
  const { protocol, hostname } = new URL(sign_on)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return 'must have an https address as its second word'
  }
  const public_key = publicKeyIn(certificate)
  if (!public_key) return 'must have a certificate as its third word, without its first and last line'
  const domains = list.toLowerCase().split(',')
  if (!domains.every((domain) => /^[a-z\d-]+(?:[.][a-z\d-]+)+$/.test(domain))) {
    return 'must end with domains such as example.org,example.net'
  }
  return { key: name.toLowerCase().replaceAll('_', '-'), entity_id, sign_on, public_key, domains }
}

/** Of a certificate its key alone counts: the operator says whose it is, and for how long. A bare key is taken too. */
function publicKeyIn(text: string): string | undefined {
  const der = Buffer.from(text, 'base64')
  const read = (make: () => ReturnType<typeof createPublicKey>) => {
    try {
      return make().export({ format: 'pem', type: 'spki' }).toString()
    } catch {
      return undefined
    }
  }
  return (
    read(() => new X509Certificate(der).publicKey) ??
    read(() => createPublicKey({ key: der, format: 'der', type: 'spki' }))
  )
}

/** What an organisation may encrypt its answers for. */
export type SsoKey = {
  /** PEM, PKCS #8. */
  private_key: string
  /** As base64 in one line: it stands so in our metadata. */
  certificate: string
}

/** @param text `SSO_KEY`: an RSA key and its certificate, each in one line of base64 @returns undefined where they are not that */
export function readSsoKey(text: string): SsoKey | undefined {
  const [key = '', certificate = '', ...more] = text.trim().split(/\s+/)
  try {
    const read = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
    const belongs = new X509Certificate(Buffer.from(certificate, 'base64')).checkPrivateKey(read)
    const strong = (read.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    if (!belongs || !strong || read.asymmetricKeyType !== 'rsa' || more.length > 0) return undefined
    return { private_key: read.export({ format: 'pem', type: 'pkcs8' }).toString(), certificate }
  } catch {
    return undefined
  }
}
