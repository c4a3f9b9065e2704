import { describe, expect, test } from 'vitest'
import { encryptedAssertion, providerId, usesAllowedEncryption } from './sso.rules.ts'

const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const encrypted = (data = `Algorithm="${gcm}"`, key = `Algorithm="${oaep}"`, more = '') =>
  `<saml:EncryptedAssertion><e:EncryptionMethod ${data}/><e:EncryptionMethod ${key}/>${more}</saml:EncryptedAssertion>`

describe('an encrypted assertion', () => {
  test('is found in a response, whatever its namespace prefix', () => {
    for (const part of [
      encrypted(),
      encrypted().replaceAll('saml:', ''),
      encrypted().replaceAll('saml:', 'saml2:'),
    ]) {
      expect(encryptedAssertion(`<p:Response><p:Status/>${part}</p:Response>`)).toBe(part)
    }
    expect(encryptedAssertion('<p:Response><saml:Assertion/></p:Response>')).toBeUndefined()
  })

  test('is accepted with allowed algorithms', () => {
    expect(usesAllowedEncryption(encrypted())).toBe(true)
    expect(usesAllowedEncryption(encrypted().replaceAll('256', '128'))).toBe(true)
  })

  test.each([
    ['CBC', encrypted('Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"')],
    ['PKCS #1 v1.5', encrypted(undefined, 'Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-1_5"')],
    ['an algorithm in single quotes', encrypted("Algorithm='http://www.w3.org/2001/04/xmlenc#aes256-cbc'")],
    [
      'an algorithm with a character reference',
      encrypted('Algorithm="http://www.w3.org/2001/04/xmlenc#aes256&#x2d;cbc"'),
    ],
    [
      'an algorithm with spaces around the equals sign',
      encrypted('Algorithm = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"'),
    ],
    ['a part with a comment', encrypted(undefined, undefined, '<!-- -->')],
    ['a part with a document type', `<!DOCTYPE a>${encrypted()}`],
    [
      'a part with another algorithm',
      encrypted(undefined, undefined, '<e:EncryptionMethod Algorithm="none"/>'),
    ],
  ])('%s is rejected', (_name, part) => expect(usesAllowedEncryption(part)).toBe(false))
})

test('an organization’s ID depends on its entity ID only', () => {
  // As `uuid.uuid5(uuid.NAMESPACE_URL, …)` computes it.
  expect(providerId({ entity_id: 'https://login.example.net/saml' })).toBe(
    'af406de4-6df3-542a-a75c-09cb89c3f034',
  )
})
