import { describe, expect, test } from 'vitest'
import { readConfig } from './config.server.ts'
import { readProviders } from './openid-providers.server.ts'

describe('the providers', () => {
  test('are none by default', () => expect(readConfig({}).providers).toEqual([]))

  test('that are built in need only a client, and come first', () => {
    const { providers } = readConfig({
      OIDC_OUR_LOGIN: 'https://id.example/realm web s3cret',
      OIDC_MICROSOFT: 'm secret',
      OIDC_GOOGLE: ' g   secret ',
      OIDC_APPLE: 'a secret',
    })
    expect(providers.map(({ key, label, issuer }) => [key, label, issuer])).toEqual([
      ['google', 'Google', 'https://accounts.google.com'],
      ['apple', 'Apple', 'https://appleid.apple.com'],
      ['microsoft', 'Microsoft', 'https://login.microsoftonline.com/common/v2.0'],
      ['our-login', 'Our login', 'https://id.example/realm'],
    ])
    expect(providers[0]).toMatchObject({ client_id: 'g', client_secret: 'secret' })
  })

  test('with another name may have a label of several words', () => {
    const { providers } = readProviders({ OIDC_X: 'http://127.0.0.1:9 web s3cret The Health Network' })
    expect(providers).toEqual([
      {
        key: 'x',
        label: 'The Health Network',
        issuer: 'http://127.0.0.1:9',
        client_id: 'web',
        client_secret: 's3cret',
        audiences: ['web'],
      },
    ])
  })

  test('accept client ids of apps after the client id of the site', () => {
    const { providers } = readProviders({ OIDC_APPLE: 'org.example.web,org.example.app secret' })
    expect(providers[0]).toMatchObject({
      client_id: 'org.example.web',
      audiences: ['org.example.web', 'org.example.app'],
      client_secret: 'secret',
    })
  })

  test.each([
    ['OIDC_GOOGLE', 'hunter2', 'must be a client id and a client secret with a space between'],
    [
      'OIDC_GOOGLE',
      'https://accounts.google.com hunter2 x',
      'must be a client id and a client secret with a space between',
    ],
    ['OIDC_X', 'https://id.example hunter2', 'must be an issuer, a client id and a client secret'],
    ['OIDC_X', 'http://id.example web hunter2', 'must begin with an https address'],
    ['OIDC_X', 'http://127.0.0.1.evil.example web hunter2', 'must begin with an https address'],
    ['OIDC_X', 'id.example web hunter2', 'must begin with an https address'],
    ['OIDC_X', 'https://id.example?tenant=1 web hunter2', 'must begin with an https address'],
    // An identity with this name is an email address and a password.
    ['OIDC_EMAIL', 'https://id.example web hunter2', 'has a name that cannot be used'],
    ['OIDC_google', 'g hunter2', 'has a name that cannot be used'],
    ['OIDC_A/B', 'https://id.example web hunter2', 'has a name that cannot be used'],
    ['OIDC_', 'https://id.example web hunter2', 'has a name that cannot be used'],
  ])('with the setting %s=%s are rejected without the secret in the error', (name, value, sentence) => {
    const refusal = () => readConfig({ [name]: value, PORT: 'x' })
    expect(refusal).toThrow(`${name} ${sentence}`)
    expect(refusal).toThrow('PORT must be a whole number')
    expect(refusal).not.toThrow('hunter2')
  })
})
