import { beforeAll, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncTerms } from '../../../test/support/user.ts'

const database = testDatabase()
let testServer: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Gaslighting'), sourceTerm('Stonewalling')])
  testServer = await testApp(database)
})

/** Signs up by the form with a term to save. @returns the cookies and the location of the redirect */
async function signUp(email: string) {
  const response = await testServer.app.request('/auth-test?mode=sign-up&save=gaslighting', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email, password: 'lantern over the quiet harbor', of_age: 'on' }),
  })
  const cookie = response.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie: cookie.join('; '), location: response.headers.get('Location') ?? '' }
}

async function savedAfter(path: string, cookie: string, site: string): Promise<string[]> {
  await testServer.app.request(path, { headers: { Cookie: cookie, 'Sec-Fetch-Site': site } })
  const response = await testServer.app.request('/api/saved-terms', { headers: { Cookie: cookie } })
  const { saved_terms } = (await response.json()) as { saved_terms: { term: { slug: string } }[] }
  return saved_terms.map(({ term }) => term.slug)
}

test('A link from another site saves no term, even right after sign-in', async () => {
  const { cookie, location } = await signUp('just-signed-in@example.org')
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(await savedAfter('/dashboard?save=stonewalling', cookie, site)).toEqual([])
    const forged = `${location.replace('gaslighting', 'stonewalling')}`
    expect(await savedAfter(forged, cookie, site)).toEqual([])
  }
  const another = await signUp('another@example.org')
  expect(await savedAfter(another.location, cookie, 'cross-site')).toEqual([])
})

test('The redirect after sign-in saves the term of the sign-in URL, also in a cross-site request', async () => {
  const { cookie, location } = await signUp('with-a-term@example.org')
  expect(await savedAfter(location, cookie, 'cross-site')).toEqual(['gaslighting'])
})
