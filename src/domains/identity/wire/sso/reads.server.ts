import type { SAML } from '@node-saml/node-saml'
import type { SamlProvider } from '../../../../platform/saml-providers.server.ts'
import { acsPath, isHostile, metadataPath, type Said } from './rules.ts'

const minute = 60 * 1000

/**
 * The library, as strict as it can be: an assertion is signed itself, by this provider's key alone, made for us, now, and answers
 * the one question that was asked.
 *
 * @param request_id the number of that question: kept sealed with the flow, in place of the library's memory of one process
 */
async function open(publicUrl: string, provider: SamlProvider, request_id: string): Promise<SAML> {
  // Some megabytes, which few operators need.
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  return new SAML({
    callbackUrl: publicUrl + acsPath,
    issuer: publicUrl + metadataPath,
    audience: publicUrl + metadataPath,
    entryPoint: provider.sign_on,
    idpIssuer: provider.entity_id,
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

/** @returns where somebody is sent with that question */
export const askProvider = async (
  publicUrl: string,
  provider: SamlProvider,
  request_id: string,
  relay_state: string,
): Promise<string> =>
  (await open(publicUrl, provider, request_id)).getAuthorizeUrlAsync(relay_state, undefined, {})

/** @returns what the provider says of who comes back; the code of why it does not count, for the log */
export async function hearProvider(
  publicUrl: string,
  provider: SamlProvider,
  request_id: string,
  SAMLResponse: string,
): Promise<{ said: Said } | { wrong: string }> {
  if (isHostile(Buffer.from(SAMLResponse, 'base64').toString())) return { wrong: 'hostile' }
  try {
    const library = await open(publicUrl, provider, request_id)
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse })
    return profile ? { said: profile } : { wrong: 'no profile' }
  } catch (thrown) {
    // A sentence of the library, up to where it may quote what was sent.
    return { wrong: (thrown as Error).message.split(/[:"']/)[0]?.slice(0, 80) ?? '' }
  }
}

/** What the operator gives to a provider (SAML 2.0, Metadata). The same for all. */
export const describeUs = (publicUrl: string): string =>
  `<?xml version="1.0"?><EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${publicUrl + metadataPath}"><SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${publicUrl + acsPath}"/></SPSSODescriptor></EntityDescriptor>`
