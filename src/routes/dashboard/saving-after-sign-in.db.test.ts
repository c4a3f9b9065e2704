import { beforeAll, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncTerms } from '../../../test/support/user.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  await syncTerms(database, [sourceTerm('Gaslighting'), sourceTerm('Stonewalling')])
  served = await testApp(database)
})

/** Signs up, as the form does, with a term in mind. @returns the browser's cookies and where it is led */
async function signUp(email: string) {
  const answer = await served.app.request('/auth-test?mode=sign-up&save=gaslighting', {
    method: 'POST',
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    body: new URLSearchParams({ email, password: 'lantern over the quiet harbor', of_age: 'on' }),
  })
  const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0])
  return { cookie: cookie.join('; '), location: answer.headers.get('Location') ?? '' }
}

async function savedAfter(path: string, cookie: string, site: string): Promise<string[]> {
  await served.app.request(path, { headers: { Cookie: cookie, 'Sec-Fetch-Site': site } })
  const answer = await served.app.request('/api/saved-terms', { headers: { Cookie: cookie } })
  const { saved_terms } = (await answer.json()) as { saved_terms: { term: { slug: string } }[] }
  return saved_terms.map(({ term }) => term.slug)
}

test('another site’s link saves nothing, not even a moment after signing in', async () => {
  const { cookie, location } = await signUp('just-signed-in@example.org')
  for (const site of ['cross-site', 'same-site', 'none']) {
    expect(await savedAfter('/dashboard?save=stonewalling', cookie, site)).toEqual([])
    const forged = `${location.replace('gaslighting', 'stonewalling')}`
    expect(await savedAfter(forged, cookie, site)).toEqual([])
  }
  const another = await signUp('another@example.org')
  expect(await savedAfter(another.location, cookie, 'cross-site')).toEqual([])
})

test('the sign-in saves what it carried, also where a provider led back to us', async () => {
  const { cookie, location } = await signUp('with-a-term@example.org')
  expect(await savedAfter(location, cookie, 'cross-site')).toEqual(['gaslighting'])
})
