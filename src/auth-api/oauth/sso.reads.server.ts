import type { SAML } from '@node-saml/node-saml'
import type { SamlProvider, SsoKey } from '../../platform/saml-providers.server.ts'
import {
  acsPath,
  encryptedAssertion,
  isHostile,
  metadataPath,
  type SamlProfile,
  usesAllowedEncryption,
} from './sso.rules.ts'

const minute = 60 * 1000

/**
 * The library at its strictest.
 * @param request_id stored with the flow, not in the library's in-process cache
 */
async function createSaml(publicUrl: string, provider: SamlProvider, request_id: string): Promise<SAML> {
  // Loaded on demand: megabytes that few operators need.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    callbackUrl: publicUrl + acsPath,
    issuer: publicUrl + metadataPath,
    audience: publicUrl + metadataPath,
    entryPoint: provider.sign_on,
    idpCert: provider.public_key,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: minute,
    maxAssertionAgeMs: 10 * minute,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === request_id ? new Date().toISOString() : null),
      removeAsync: async (id) => id,
    },
    generateUniqueId: () => request_id,
  })
}

export const createSamlRequest = async (
  publicUrl: string,
  provider: SamlProvider,
  request_id: string,
  relay_state: string,
): Promise<string> =>
  (await createSaml(publicUrl, provider, request_id)).getAuthorizeUrlAsync(relay_state, undefined, {})

/**
 * Anyone can encrypt with our certificate, so the result is verified like a plain assertion. A signature
 * around it breaks; none is required.
 */
async function decryptResponse(xml: string, key: SsoKey | undefined): Promise<string | { wrong: string }> {
  const encrypted = encryptedAssertion(xml)
  if (!encrypted) return xml
  if (!key || !usesAllowedEncryption(encrypted))
    return { wrong: 'encrypted for nobody, or by a way that leaks' }
  const { decryptXml } = await import('@node-saml/node-saml/lib/xml.js')
  const assertion = await decryptXml(encrypted, key.private_key).catch(() => undefined)
  return assertion === undefined ? { wrong: 'does not open' } : xml.replace(encrypted, () => assertion)
}

/** @returns `wrong`: a reason for the log */
export async function parseSamlResponse(
  publicUrl: string,
  provider: SamlProvider,
  request_id: string,
  encoded: string,
  key: SsoKey | undefined,
): Promise<{ profile: SamlProfile } | { wrong: string }> {
  const xml = await decryptResponse(Buffer.from(encoded, 'base64').toString(), key)
  if (typeof xml !== 'string') return xml
  if (isHostile(xml)) return { wrong: 'hostile' }
  const SAMLResponse = Buffer.from(xml).toString('base64')
  try {
    const library = await createSaml(publicUrl, provider, request_id)
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse })
    // The library checks this on logout only; organizations may share a key.
    if (profile?.issuer !== provider.entity_id) return { wrong: 'another entity' }
    return { profile }
  } catch (thrown) {
    // Cut before it may quote input.
    return { wrong: (thrown as Error).message.split(/[:"']/)[0]?.slice(0, 80) ?? '' }
  }
}

/** SAML 2.0 Metadata. */
export const samlMetadata = (publicUrl: string, key: SsoKey | undefined): string =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${publicUrl + metadataPath}"><SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${key ? keyDescriptor(key) : ''}<AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${publicUrl + acsPath}"/></SPSSODescriptor></EntityDescriptor>`

const keyDescriptor = ({ certificate }: SsoKey) =>
  `<KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo><EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes128-gcm"/><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"/></KeyDescriptor>`
