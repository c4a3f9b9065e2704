import { v5 as uuidv5 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authApiApp } from '../support/auth-api-client.ts'
import { ssoKey } from '../support/saml-key.ts'
import { encryptAssertion, rewriteResponse, samlProvider } from '../support/saml-provider.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const provider = samlProvider()
const app = 'https://app.example/in'

let wire: Awaited<ReturnType<typeof authApiApp>>
let metadata: string
beforeAll(async () => {
  wire = await authApiApp(database, {
    SAML_ACME: provider.setting,
    SSO_KEY: ssoKey,
    REDIRECT_URLS: app,
  })
  metadata = await (await wire.ask('/sso/saml/metadata')).text()
})
beforeEach(() => {
  wire.time.now = new Date()
})

let people = 0
const address = () => `person-${++people}@org.example`

/** Starts a sign-in with SSO. */
async function leave(options: Parameters<typeof wire.client>[0] = {}, redirectTo = app) {
  const somebody = wire.client(options)
  const { data, error } = await somebody.auth.signInWithSSO({
    domain: 'org.example',
    options: { redirectTo },
  })
  if (error) throw error
  return { ...somebody, url: data.url }
}
const post = async (form: object, path = '/sso/saml/acs') => {
  const response = await wire.ask(path, { method: 'POST', body: new URLSearchParams({ ...form }) })
  return { status: response.status, to: response.headers.get('Location') ?? '' }
}
const refused = async (form: object) => new URL((await post(form)).to).searchParams.get('error_code')
const accounts = async () => (await database.auth.selectFrom('auth.users').select('id').execute()).length

describe('a sign-in with SSO', () => {
  test('creates an account with a confirmed address and opens it the next time', async () => {
    const email = address()
    const ids = new Set<string>()
    for (let time = 0; time < 2; time++) {
      const { url } = await leave()
      const { status, to } = await post(await provider.answer(url, metadata, email))
      expect([status, to.startsWith(`${app}#access_token=`)]).toEqual([303, true])
      const token = new URLSearchParams(new URL(to).hash.slice(1)).get('access_token') ?? ''
      const { data } = await wire.client().auth.getUser(token)
      expect(data.user).toMatchObject({
        ...{ email, email_confirmed_at: expect.any(String) },
        identities: [{ provider: 'sso:acme', id: email }],
      })
      ids.add(data.user?.id ?? '')
    }
    expect(ids.size).toBe(1)
  })

  test('redirects a PKCE client with a code that it can exchange', async () => {
    const { auth, url } = await leave({ flowType: 'pkce' })
    const { to } = await post(await provider.answer(url, metadata, address()))
    const code = new URL(to).searchParams.get('code') ?? ''
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect([error, data.user?.app_metadata.provider]).toEqual([null, 'sso:acme'])
    expect((await auth.getClaims()).data?.claims.amr).toMatchObject([{ method: 'sso/saml' }])
  })

  test('can be supplemented with a password, so that users keep their data when they leave', async () => {
    const { auth, url } = await leave({ flowType: 'pkce' })
    const email = address()
    const { to } = await post(await provider.answer(url, metadata, email))
    await auth.exchangeCodeForSession(new URL(to).searchParams.get('code') ?? '')
    const password = 'lantern over the quiet harbor'
    expect((await auth.updateUser({ password })).error).toBeNull()
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('confirms only addresses of its own domains and is not linked to existing accounts', async () => {
    const { url } = await leave()
    const { to } = await post(await provider.answer(url, metadata, 'somebody@elsewhere.example'))
    const token = new URLSearchParams(new URL(to).hash.slice(1)).get('access_token') ?? ''
    expect((await wire.client().auth.getUser(token)).data.user?.email).toBe('')
    const taken = address()
    await wire.client().auth.signUp({ email: taken, password: 'lantern over the quiet harbor' })
    const again = await leave()
    expect(await refused(await provider.answer(again.url, metadata, taken))).toBe('email_exists')
  })

  test('finds the provider by domain, name or ID, and rejects unknown ones', async () => {
    const { auth } = wire.client()
    const options = { redirectTo: app }
    expect((await auth.signInWithSSO({ providerId: 'acme', options })).error).toBeNull()
    // The ID of the reference service, which is derived from the entity ID.
    const providerId = uuidv5('https://login.example.net/saml', uuidv5.URL)
    expect((await auth.signInWithSSO({ providerId, options })).error).toBeNull()
    const unknown = { code: 'sso_provider_not_found', status: 404 }
    expect((await auth.signInWithSSO({ domain: 'evil.example', options })).error).toMatchObject({
      ...unknown,
      message: 'No SSO provider assigned for this domain',
    })
    expect((await auth.signInWithSSO({ providerId: 'other', options })).error).toMatchObject({
      ...unknown,
      message: 'No such SSO provider',
    })
    const twice = { providerId: 'acme', domain: 'org.example', options }
    expect((await auth.signInWithSSO(twice as never)).error).toMatchObject({ code: 'validation_failed' })
    expect((await auth.signInWithSSO({ domain: '', options })).error).toMatchObject({
      code: 'validation_failed',
    })
    const nowhere = await auth.signInWithSSO({
      domain: 'org.example',
      options: { redirectTo: 'https://evil.example' },
    })
    expect(nowhere.error).toMatchObject({ code: 'validation_failed' })
  })
})

test('the SAML metadata has a content type with its charset', async () => {
  const { headers } = await wire.ask('/sso/saml/metadata')
  expect(headers.get('Content-Type')).toBe('application/samlmetadata+xml; charset=utf-8')
})

describe('a SAML response is rejected', () => {
  test('when it is reused or comes without its RelayState', async () => {
    const { url } = await leave()
    const form = await provider.answer(url, metadata, address())
    expect((await post(form)).to).toContain('#access_token=')
    const before = await accounts()
    expect((await post(form)).status).toBe(404)
    const other = await leave()
    const RelayState = new URL(other.url).searchParams.get('RelayState')
    expect(await refused({ ...form, RelayState })).toBe('validation_failed')
    expect((await post({ ...form, RelayState: '' })).status).toBe(404)
    expect((await post({ SAMLResponse: form.SAMLResponse })).status).toBe(404)
    expect(await accounts()).toBe(before)
  })

  test('after ten minutes', async () => {
    const { url } = await leave()
    const form = await provider.answer(url, metadata, address())
    wire.advance(10 * 60_000)
    expect((await post(form)).status).toBe(404)
  })

  test('when it is for another audience', async () => {
    const { url } = await leave()
    const other = metadata.replace(/entityID="[^"]+"/, 'entityID="https://other.example/metadata"')
    expect(await refused(await provider.answer(url, other, address()))).toBe('validation_failed')
  })

  test('when it is signed with another key or with SHA-1', async () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    const [one, other] = [await leave(), await leave()]
    expect(await refused(await samlProvider().answer(one.url, metadata, address()))).toBe('validation_failed')
    expect(await refused(await provider.answer(other.url, metadata, address(), { algorithm: sha1 }))).toBe(
      'validation_failed',
    )
  })

  test('when it comes from another entity with the same key', async () => {
    const { url } = await leave()
    const entityID = 'https://elsewhere.example/saml'
    expect(await refused(await provider.answer(url, metadata, address(), { entityID }))).toBe(
      'validation_failed',
    )
  })

  test('when it was issued before the request or in the future', async () => {
    for (const minutes of [-20, 20]) {
      const { url } = await leave()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
      const form = await provider.answer(url, metadata, address()).finally(() => vi.useRealTimers())
      expect(await refused(form), String(minutes)).toBe('validation_failed')
    }
  })

  test('when its name ID is transient', async () => {
    const { url } = await leave()
    const nameID = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(await refused(await provider.answer(url, metadata, address(), { nameID }))).toBe(
      'saml_assertion_no_user_id',
    )
  })

  const honest = 'honest@org.example'
  test.each([
    ['unsigned', (xml: string) => xml.replace(/<(?:ds:)?Signature[\s>][\s\S]*<\/(?:ds:)?Signature>/, '')],
    ['about another person', (xml: string) => xml.replaceAll(honest, 'victim@org.example')],
    [
      'with a comment in the name',
      (xml: string) => xml.replaceAll(honest, 'victim@org.example<!---->.evil.example'),
    ],
    [
      'with an unsigned assertion before the signed one',
      (xml: string) => {
        const [assertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml) ?? []
        const forged = assertion
          .replace(/<(?:ds:)?Signature[\s>][\s\S]*<\/(?:ds:)?Signature>/, '')
          .replaceAll(honest, 'victim@org.example')
          .replace(/ID="[^"]+"/, 'ID="_forged"')
        return xml.replace(assertion, forged + assertion)
      },
    ],
    [
      'with a document type that expands entities',
      (xml: string) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${xml.replaceAll(honest, '&b;')}`,
    ],
    [
      'with a document type that reads a file',
      (xml: string) => `<!DOCTYPE r SYSTEM "file:///etc/hostname">${xml}`,
    ],
    ['no XML', () => '<<<'],
    ['empty', () => ''],
  ])('when it is changed: %s', async (_name, change) => {
    const { url } = await leave()
    const form = await provider.answer(url, metadata, honest)
    const before = await accounts()
    const changed = rewriteResponse(form, change)
    expect(changed.SAMLResponse).not.toBe(form.SAMLResponse)
    expect(await refused(changed)).toBe('validation_failed')
    expect(await accounts()).toBe(before)
    // The log has the reason and not the data that was sent.
    expect(wire.lines.join('\n')).not.toContain(honest)
  })

  test('with 413 when it is too large', async () => {
    const { url } = await leave()
    const { RelayState } = await provider.answer(url, metadata, honest)
    expect((await post({ RelayState, SAMLResponse: 'A'.repeat(70_000) })).status).toBe(413)
  })
})

describe('an encrypted assertion', () => {
  const gcm = 'http://www.w3.org/2009/xmlenc11#aes128-gcm'

  test('signs in and hides the address from the browser', async () => {
    const email = address()
    const { url } = await leave()
    const form = await provider.answer(url, metadata, email, { encrypted: gcm })
    const xml = Buffer.from(form.SAMLResponse, 'base64').toString()
    expect([xml.includes('EncryptedAssertion'), xml.includes(email)]).toEqual([true, false])
    const { to } = await post(form)
    const token = new URLSearchParams(new URL(to).hash.slice(1)).get('access_token') ?? ''
    expect((await wire.client().auth.getUser(token)).data.user?.email).toBe(email)
  })

  test('is rejected with another signing key, a weak cipher or changed ciphertext', async () => {
    const sealed = async (by: typeof provider, encrypted: string) => {
      const { url } = await leave()
      return by.answer(url, metadata, address(), { encrypted })
    }
    expect(await refused(await sealed(samlProvider(), gcm))).toBe('validation_failed')
    for (const cbc of ['aes256-cbc', 'aes128-cbc', 'tripledes-cbc']) {
      const form = await sealed(provider, `http://www.w3.org/2001/04/xmlenc#${cbc}`)
      expect(await refused(form), cbc).toBe('validation_failed')
    }
    const old = await sealed(provider, gcm)
    expect(await refused(rewriteResponse(old, (xml) => xml.replace('rsa-oaep-mgf1p', 'rsa-1_5')))).toBe(
      'validation_failed',
    )
    const honest = await sealed(provider, gcm)
    const turned = rewriteResponse(honest, (xml) =>
      xml.replace(
        /(CipherValue>)(.)([^<]*<\/[^>]+>\s*<\/[^>]+>\s*<\/[^>]*EncryptedData)/,
        (_all, tag, one, rest) => [tag, one === 'A' ? 'B' : 'A', rest].join(''),
      ),
    )
    expect(turned.SAMLResponse).not.toBe(honest.SAMLResponse)
    expect(await refused(turned)).toBe('validation_failed')
  })

  test('is checked as strictly as an unencrypted one, because the certificate is public', async () => {
    const forged = async (change: (xml: string) => string) => {
      const { url } = await leave()
      const plain = await provider.answer(url, metadata, 'honest@org.example')
      return {
        ...plain,
        SAMLResponse: await encryptAssertion(metadata, rewriteResponse(plain, change).SAMLResponse),
      }
    }
    // `forged` without a change is accepted.
    expect((await post(await forged((xml) => `${xml} `))).to).toContain('#access_token=')
    const before = await accounts()
    for (const change of [
      (xml: string) => xml.replace(/<(?:ds:)?Signature[\s>][\s\S]*<\/(?:ds:)?Signature>/, ''),
      (xml: string) => xml.replaceAll('honest@org.example', 'victim@org.example'),
      (xml: string) => xml.replace('<saml:Issuer', '<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">]><saml:Issuer'),
    ]) {
      expect(await refused(await forged(change))).toBe('validation_failed')
    }
    expect(await accounts()).toBe(before)
  })

  test('is rejected when the operator has set no key', async () => {
    const { url } = await leave()
    const form = await provider.answer(url, metadata, address(), { encrypted: gcm })
    const keyless = await authApiApp(database, {
      SAML_ACME: provider.setting,
      REDIRECT_URLS: app,
    })
    keyless.time.now = new Date()
    const body = new URLSearchParams({ ...form })
    const answer = await keyless.ask('/sso/saml/acs', { method: 'POST', body })
    expect(answer.headers.get('Location')).toContain('error_code=validation_failed')
    expect(await (await keyless.ask('/sso/saml/metadata')).text()).not.toContain('KeyDescriptor')
  })
})

test('SSO that is off is rejected as in the reference service', async () => {
  const off = await authApiApp(database)
  expect((await off.client().auth.signInWithSSO({ domain: 'org.example' })).error).toMatchObject({
    code: 'saml_provider_disabled',
    status: 404,
  })
  for (const path of ['/sso/saml/acs', '/sso/saml/metadata']) {
    expect(await (await off.ask(path, { method: 'POST' })).json()).toMatchObject({
      error_code: 'saml_provider_disabled',
    })
  }
  const settings = async (one: typeof wire) => (await (await one.ask('/settings')).json()) as object
  expect(await settings(off)).toMatchObject({ saml_enabled: false })
  expect(await settings(wire)).toMatchObject({ saml_enabled: true })
})
