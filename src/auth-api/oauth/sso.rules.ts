import { v5 as uuidv5 } from 'uuid'
import { z } from 'zod'
import type { Person } from '../../domains/identity/social/providers.contract.ts'

/** As in the reference service. */
export const acsPath = '/auth/v1/sso/saml/acs'
export const metadataPath = '/auth/v1/sso/saml/metadata'

/** Document types (entity expansion, file access), forgeable SHA-1 signatures, shared HMAC secrets. */
export const isHostile = (xml: string): boolean =>
  /<!DOCTYPE|<!ENTITY/i.test(xml) ||
  /xmldsig#(?:rsa-sha1|dsa-sha1|sha1|hmac)/i.test(xml) ||
  xml.includes('\0')

/** Derived from the entity ID (RFC 9562, 5.5). */
export const providerId = ({ entity_id }: { entity_id: string }): string => uuidv5(entity_id, uuidv5.URL)

export const encryptedAssertion = (xml: string): string | undefined =>
  /<(?:[\w-]+:)?EncryptedAssertion[\s>][\s\S]*<\/(?:[\w-]+:)?EncryptedAssertion>/.exec(xml)?.[0]

/**
 * With unauthenticated CBC or PKCS #1 v1.5 padding our answers would reveal the plaintext (XML Encryption
 * 1.1, 6.1.2, 6.2). SHA-1 inside OAEP signs nothing.
 */
const algorithms = [
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2000/09/xmldsig#sha1',
]

/** Every parser must read it alike. */
export const usesAllowedEncryption = (part: string): boolean => {
  const rest = algorithms.reduce((text, name) => text.replaceAll(`Algorithm="${name}"`, ''), part)
  return !/Algorithm|&|<!/.test(rest)
}

export type SamlProfile = { nameID?: unknown; nameIDFormat?: unknown; email?: unknown; mail?: unknown }

/** @param provider vouches for emails in its domains @returns undefined for a transient name */
export function personFromProfile(
  profile: SamlProfile,
  provider: { entity_id: string; domains: readonly string[] },
): Person | undefined {
  const sub = typeof profile.nameID === 'string' ? profile.nameID : ''
  if (!sub || sub.length > 500 || String(profile.nameIDFormat).endsWith(':transient')) return undefined
  const email = [profile.email, profile.mail, sub].map((text) => z.email().safeParse(text).data).find(Boolean)
  const isVerified = email && provider.domains.includes(email.split('@').at(-1)?.toLowerCase() ?? '')
  return { issuer: provider.entity_id, sub, ...(isVerified && { email }) }
}
