import { z } from 'zod'
import type { Person } from '../../providers/contract.ts'
import { refuse } from '../rules.ts'

/** Where a provider sends people back to, and where it reads who we are (reference service). */
export const acsPath = '/auth/v1/sso/saml/acs'
export const metadataPath = '/auth/v1/sso/saml/metadata'

export const noProvider = refuse('sso_provider_not_found', 'No such SSO provider')
export const noRelayState = refuse(
  'saml_relay_state_not_found',
  'SAML RelayState is not found, was used, or has expired',
)
export const invalidAssertion = refuse('validation_failed', 'SAML Assertion is not valid')
export const noUserId = refuse(
  'saml_assertion_no_user_id',
  'SAML assertion did not contain a persistent Subject Identifier',
)

/**
 * What no honest provider writes: a document type, by which a short text can become a long one or read a file, and signatures
 * that can be forged (SHA-1) or need a secret that we do not share.
 */
export const isHostile = (xml: string): boolean =>
  /<!DOCTYPE|<!ENTITY/i.test(xml) ||
  /xmldsig#(?:rsa-sha1|dsa-sha1|sha1|hmac)/i.test(xml) ||
  xml.includes('\0')

/** What a provider said of somebody, once it was checked. */
export type Said = { nameID?: unknown; nameIDFormat?: unknown; email?: unknown; mail?: unknown }

/**
 * Whom an assertion names.
 *
 * @param provider of whose domains alone it can vouch for an address
 * @returns undefined for a name that is another the next time
 */
export function personIn(
  said: Said,
  provider: { entity_id: string; domains: readonly string[] },
): Person | undefined {
  const sub = typeof said.nameID === 'string' ? said.nameID : ''
  if (!sub || sub.length > 500 || String(said.nameIDFormat).endsWith(':transient')) return undefined
  const email = [said.email, said.mail, sub].map((text) => z.email().safeParse(text).data).find(Boolean)
  const vouched = email && provider.domains.includes(email.split('@').at(-1)?.toLowerCase() ?? '')
  return { issuer: provider.entity_id, sub, ...(vouched && { email }) }
}
