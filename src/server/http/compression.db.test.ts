import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { canary, personalEndpoints } from '../../../test/support/personal-endpoints.ts'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()
const { fixture: at, ask } = personalEndpoints(database)

const documents = ['/dashboard', '/dashboard/connections', '/dashboard/settings', '/dashboard/glossary.data']
const get = (path: string, headers: Record<string, string>) =>
  at.served.app.request(path, {
    headers: { Cookie: at.ana.cookie, 'Accept-Encoding': 'gzip, deflate, br', ...headers },
  })

test.each(documents)('%s is compressed for same-origin and user-initiated requests', async (path) => {
  await ask('POST /api/journal-entries', at.ana, { content: `${canary} `.repeat(200) })
  const plain = await (await get(path, { 'Accept-Encoding': 'identity', 'Sec-Fetch-Site': 'none' })).text()
  for (const site of ['same-origin', 'none']) {
    const answer = await get(path, { 'Sec-Fetch-Site': site })
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(answer.headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = gunzipSync(bytes).toString()
    // Each page has its own nonce and numbers.
    expect(Math.abs(text.length - plain.length)).toBeLessThan(200)
    expect(bytes.length).toBeLessThan(0.6 * text.length)
  }
})

test.each([
  ['another site had it asked for', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a neighbour of ours did', { 'Sec-Fetch-Site': 'same-site' }],
  ['nobody says who did', {}],
])('Other requests are not compressed, because the size would reveal content: %s', async (_why, headers) => {
  for (const path of documents) {
    const answer = await get(path, headers)
    expect([answer.status, answer.headers.get('Content-Encoding')], path).toEqual([200, null])
    expect(await answer.text(), path).not.toBe('')
  }
})

test('The page of a rejected form is compressed too', async () => {
  const form = new URLSearchParams({ email: 'new@example.org', password: 'short', of_age: 'on' })
  const refused = await at.served.app.request('/auth-test?mode=sign-up', {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Accept-Encoding': 'gzip',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  })
  expect([refused.status, refused.headers.get('Content-Encoding')]).toEqual([400, 'gzip'])
  expect(gunzipSync(Buffer.from(await refused.arrayBuffer())).toString()).toContain('new@example.org')
})
