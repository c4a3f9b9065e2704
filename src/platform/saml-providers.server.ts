import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { isConfidential } from './loopback.ts'
import { parseSettings } from './openid-providers.server.ts'

/** An organization's provider (SAML 2.0). */
export type SamlProvider = {
  /** Changing it locks users out of their accounts. */
  key: string
  entity_id: string
  sign_on: string
  /** PEM. */
  public_key: string
  /** Email domains it may vouch for. */
  domains: string[]
}

/** Reads `SAML_<NAME>`. */
export function readSamlProviders(env: Record<string, string | undefined>) {
  const { providers: saml, errors } = parseSettings(env, 'SAML_', parseProvider)
  return { saml, errors }
}

function parseProvider(name: string, words: string[]): SamlProvider | string {
  if (!/^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(name)) {
    return 'has a name that cannot be used: take capitals, digits and underscores'
  }
  const [entity_id, sign_on, certificate, list, ...more] = words
  if (!entity_id || !sign_on || !certificate || !list || more.length > 0) {
    return 'must be an entity id, a sign-on address, a certificate in one line of base64 and domains with commas between'
  }
  if (!URL.canParse(sign_on) || !isConfidential(new URL(sign_on))) {
    return 'must have an https address as its second word'
  }
  const public_key = extractPublicKey(certificate)
  if (!public_key) return 'must have a certificate as its third word, without its first and last line'
  const domains = list.toLowerCase().split(',')
  if (!domains.every((domain) => /^[a-z\d-]+(?:[.][a-z\d-]+)+$/.test(domain))) {
    return 'must end with domains such as example.org,example.net'
  }
  return { key: name.toLowerCase().replaceAll('_', '-'), entity_id, sign_on, public_key, domains }
}

/** The operator decides whom to trust. Accepts a bare key too. */
function extractPublicKey(text: string): string | undefined {
  const der = Buffer.from(text, 'base64')
  const toPem = (make: () => ReturnType<typeof createPublicKey>) => {
    try {
      return make().export({ format: 'pem', type: 'spki' }).toString()
    } catch {
      return undefined
    }
  }
  return (
    toPem(() => new X509Certificate(der).publicKey) ??
    toPem(() => createPublicKey({ key: der, format: 'der', type: 'spki' }))
  )
}

export type SsoKey = {
  /** PEM, PKCS #8. */
  private_key: string
  certificate: string
}

/** Parses `SSO_KEY`. */
export function readSsoKey(text: string): SsoKey | undefined {
  const [key = '', certificate = '', ...more] = text.trim().split(/\s+/)
  try {
    const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' })
    const matches = new X509Certificate(Buffer.from(certificate, 'base64')).checkPrivateKey(privateKey)
    const isStrong = (privateKey.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    if (!matches || !isStrong || privateKey.asymmetricKeyType !== 'rsa' || more.length > 0) return undefined
    return { private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), certificate }
  } catch {
    return undefined
  }
}
