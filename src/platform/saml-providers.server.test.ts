import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { ssoKey } from '../../test/support/saml-key.ts'
import { readSamlProviders, readSsoKey } from './saml-providers.server.ts'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const entity = 'https://login.example.net/saml'
const sign_on = 'https://login.example.net/sign-on'

test('an organization is read as its name, entity, address, key and domains', () => {
  const result = readSamlProviders({
    SAML_ACME_WEST: `${entity} ${sign_on} ${key} Org.example,org.example.net`,
    PORT: '1',
  })
  expect(result).toEqual({
    errors: [],
    saml: [
      {
        ...{ key: 'acme-west', entity_id: entity, sign_on },
        public_key: publicKey.export({ format: 'pem', type: 'spki' }),
        domains: ['org.example', 'org.example.net'],
      },
    ],
  })
})

test.each([
  ['', 'must be an entity id'],
  [`${entity} http://login.example.net/ ${key} org.example`, 'https address'],
  [`${entity} nowhere ${key} org.example`, 'https address'],
  [`${entity} ${sign_on} bm90aGluZw== org.example`, 'must have a certificate'],
  [`${entity} ${sign_on} ${key} org`, 'must end with domains'],
  [`${entity} ${sign_on} ${key} org.example and more`, 'must be an entity id'],
])('%j is rejected without its value in the error', (value, reason) => {
  const { saml, errors: wrong } = readSamlProviders({ SAML_ACME: value })
  expect(saml).toEqual([])
  expect(wrong).toEqual([expect.stringContaining(reason)])
  expect(wrong[0]).toMatch(/^SAML_ACME /)
  if (value) expect(wrong[0]).not.toContain(entity)
})

test('the key for encrypted assertions is read only together with its own certificate', () => {
  const [own = '', certificate = ''] = ssoKey.split(' ')
  expect(readSsoKey(ssoKey)).toEqual({
    private_key: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/),
    certificate,
  })
  const pair = (type: 'rsa' | 'ec') =>
    (type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    ).privateKey
      .export({ format: 'der', type: 'pkcs8' })
      .toString('base64')
  for (const errors of [
    '',
    own,
    `${own} ${own}`,
    `${ssoKey} more`,
    `${pair('rsa')} ${certificate}`,
    `${pair('ec')} ${certificate}`,
  ]) {
    expect(readSsoKey(errors)).toBeUndefined()
  }
})
