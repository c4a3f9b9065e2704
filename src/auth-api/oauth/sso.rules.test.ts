import { describe, expect, test } from 'vitest'
import { encryptedAssertion, providerId, usesAllowedEncryption } from './sso.rules.ts'

const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
const oaep = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'
const sealed = (data = `Algorithm="${gcm}"`, key = `Algorithm="${oaep}"`, more = '') =>
  `<saml:EncryptedAssertion><e:EncryptionMethod ${data}/><e:EncryptionMethod ${key}/>${more}</saml:EncryptedAssertion>`

describe('what is sealed', () => {
  test('is found in a response, whatever its prefix', () => {
    for (const part of [sealed(), sealed().replaceAll('saml:', ''), sealed().replaceAll('saml:', 'saml2:')]) {
      expect(encryptedAssertion(`<p:Response><p:Status/>${part}</p:Response>`)).toBe(part)
    }
    expect(encryptedAssertion('<p:Response><saml:Assertion/></p:Response>')).toBeUndefined()
  })

  test('is opened where it names no way that leaks', () => {
    expect(usesAllowedEncryption(sealed())).toBe(true)
    expect(usesAllowedEncryption(sealed().replaceAll('256', '128'))).toBe(true)
  })

  test.each([
    ['by CBC', sealed('Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"')],
    ['by PKCS #1 v1.5', sealed(undefined, 'Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-1_5"')],
    ['in other quotes', sealed("Algorithm='http://www.w3.org/2001/04/xmlenc#aes256-cbc'")],
    ['in letters by number', sealed('Algorithm="http://www.w3.org/2001/04/xmlenc#aes256&#x2d;cbc"')],
    ['with blanks between', sealed('Algorithm = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"')],
    ['behind a comment', sealed(undefined, undefined, '<!-- -->')],
    ['behind a document type', `<!DOCTYPE a>${sealed()}`],
    ['with another way besides', sealed(undefined, undefined, '<e:EncryptionMethod Algorithm="none"/>')],
  ])('%s is not', (_name, part) => expect(usesAllowedEncryption(part)).toBe(false))
})

test('an organisation’s number is made of its entity id alone', () => {
  // As `uuid.uuid5(uuid.NAMESPACE_URL, …)` computes it.
  expect(providerId({ entity_id: 'https://login.example.net/saml' })).toBe(
    'af406de4-6df3-542a-a75c-09cb89c3f034',
  )
})
