import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { listMessages } from '../../domains/contact/contact.reads.server.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

/* The two endpoints of the contact form: the form of the page, which needs no script, and POST /api/contact. */

const database = testDatabase()
const environment = { TRUSTED_PROXIES: '1', CONTACT_TO: 'desk@example.org' }
let served: Awaited<ReturnType<typeof testApp>>
let stranded: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database, { environment })
  const nowhere = openDatabase({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' }, 'unfog_app', 1)
  stranded = await testApp({ app: nowhere, auth: nowhere }, { environment })
})
beforeEach(async () => {
  await database.auth.deleteFrom('contact_messages').execute()
  for (const { lines } of [served, stranded]) lines.splice(0)
})

const written = {
  name: 'Zaunkoenig',
  email: 'wren@example.org',
  helpType: 'press-media',
  message: 'I hid <under> the "gooseberries" & waited.',
}
const shown = 'I hid &lt;under&gt; the &quot;gooseberries&quot; &amp; waited.'
const kept = () => listMessages(database.auth, async () => masterKey(Buffer.alloc(32, 7)))
const byForm = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/x-www-form-urlencoded' }
const asJson = { 'Content-Type': 'application/json' }

let places = 0
const place = () => `192.0.2.${++places}`
const post = async (
  path: string,
  body: string,
  headers: Record<string, string>,
  { app } = served,
  from = place(),
) => {
  const init = { method: 'POST', headers: { 'X-Forwarded-For': from, ...headers }, body }
  const answer = await app.request(path, init)
  return { answer, status: answer.status, text: await answer.text() }
}
const form = (fields: Record<string, string>, ...more: [typeof served?, string?]) =>
  post('/contact', String(new URLSearchParams(fields)), byForm, ...more)
const api = (fields: unknown, ...more: [typeof served?, string?]) =>
  post('/api/contact', JSON.stringify(fields), asJson, ...more)

/** The returned page contains all that was typed. */
function expectTextKept(text: string) {
  expect(text).toContain(`value="${written.name}"`)
  expect(text).toContain(`value="${written.email}"`)
  expect(text).toMatch(/<input(?=[^>]*value="press-media")(?=[^>]* checked)[^>]*>/)
  expect(text).toMatch(new RegExp(`<textarea[^>]*>${shown}</textarea>`))
}
/** Neither endpoint logs the message or its sender. */
const expectNothingLogged = () => {
  const all = [...served.lines, ...stranded.lines].join('\n')
  expect(all).not.toMatch(/Zaunkoenig|wren|gooseberries|example\.org/)
}

describe('The form', () => {
  test('redirects to a page that confirms it, and reloading that page sends nothing', async () => {
    const { answer, status } = await form({ ...written, confirmation: 'on' })
    expect(status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/contact?done')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await kept()).toMatchObject([written])
    for (let time = 0; time < 2; time++) {
      const after = await served.app.request('/contact?done')
      const text = await after.text()
      expect(after.headers.get('Cache-Control')).toBe('no-store')
      expect(text).toContain('Message sent!')
      expect(text).toContain('Thank you for reaching out. We&#x27;ll respond within 2-3 business days.')
      expect(text).toMatch(/<textarea[^>]*><\/textarea>/)
    }
    expect(await kept()).toHaveLength(1)
    expectNothingLogged()
  })

  test('returns an error for each invalid field, and keeps the typed text', async () => {
    const nothing = await form({})
    expect(nothing.status).toBe(400)
    for (const words of [
      'Please enter a valid email address.',
      'Please select how we can help you.',
      'Please enter a message of at least 10 characters.',
      'You must confirm this is not a crisis support form.',
    ]) {
      expect(nothing.text.split(words)).toHaveLength(2)
    }
    const { status, text } = await form(written)
    expect(status).toBe(400)
    expectTextKept(text)
    expect(text).toContain('You must confirm this is not a crisis support form.')
    expect(text).not.toContain('Please enter a valid email address.')
    expect(await kept()).toEqual([])
    expectNothingLogged()
  })

  test('that is slightly too long comes back with an error', async () => {
    const message = 'ä'.repeat(30_000)
    const { status, text } = await form({ ...written, message, confirmation: 'on' })
    expect(status).toBe(400)
    expect(text).toContain('Please use at most 10,000 characters.')
    expect(text).toContain(message)
  })

  test('that is far too long gets an error that says the text is still in the browser', async () => {
    const { status, text } = await form({ ...written, message: 'ä'.repeat(60_000), confirmation: 'on' })
    expect([status, text]).toEqual([400, expect.stringContaining('what you wrote is still in your browser')])
  })

  test('from a bot gets the normal response but is not stored', async () => {
    const { answer, status } = await form({ ...written, confirmation: 'on', topic: 'Cheap pills' })
    expect([status, answer.headers.get('Location')]).toEqual([303, '/contact?done'])
    expect(await kept()).toEqual([])
  })

  test.each([
    ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['from a sibling', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['from another origin', { Origin: 'https://elsewhere.example' }, 403],
    ['from nowhere', {}, 403],
    ['as JSON', { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }, 400],
    ['as parts', { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'multipart/form-data; boundary=x' }, 400],
  ])('%s is rejected', async (_from, headers, wanted) => {
    const body = String(new URLSearchParams({ ...written, confirmation: 'on' }))
    const { 'Content-Type': type } = byForm
    expect((await post('/contact', body, { 'Content-Type': type, ...headers })).status).toBe(wanted)
    expect(await kept()).toEqual([])
  })

  test.each(['%00', 'a%00b', '%ED%A0%80', "'--", '%0D%0ABcc:%20x', '%F0%9F%98%80', '', '__proto__', '%'])(
    'with %j in any field is rejected with 400 and no error in the log',
    async (text) => {
      for (const confirmation of ['on', text]) {
        const fields = ['name', 'email', 'helpType', 'message'].map(
          (name) => `${name}=${text}&${name}=${text}`,
        )
        const { status } = await post('/contact', `${fields.join('&')}&confirmation=${confirmation}`, byForm)
        expect(status).toBe(400)
      }
      expect(served.lines.filter((line) => line.includes('"error"'))).toEqual([])
    },
  )
})

describe('JSON', () => {
  test('is stored like a form', async () => {
    const { status, text } = await api({ ...written, confirmation: true })
    expect([status, JSON.parse(text)]).toEqual([
      201,
      {
        title: 'Message sent!',
        description: "Thank you for reaching out. We'll respond within 2-3 business days.",
      },
    ])
    expect(await kept()).toMatchObject([written])
    expectNothingLogged()
  })

  test.each([
    null,
    [],
    'text',
    7,
    {},
    { ...written },
    { ...written, confirmation: 'on' },
    { ...written, confirmation: true, helpType: 'toString' },
    { ...written, confirmation: true, message: { length: 10 } },
    { ...written, confirmation: true, email: ['a@example.org'] },
    { ...written, confirmation: true, message: '\0\0\0\0\0\0\0\0\0\0\0' },
  ])('of a wrong shape is rejected with a reason: %j', async (body) => {
    const { answer, status, text } = await api(body)
    expect([status, answer.headers.get('Content-Type')]).toEqual([400, 'application/problem+json'])
    expect(text).not.toMatch(/Zaunkoenig|gooseberries/)
    expect(await kept()).toEqual([])
  })

  test.each([
    ['that is none', '{"name":', asJson],
    [
      'that another site may send unasked',
      JSON.stringify({ ...written, confirmation: true }),
      { 'Content-Type': 'text/plain' },
    ],
    ['of a form', String(new URLSearchParams({ ...written, confirmation: 'true' })), byForm],
    ['without a kind', JSON.stringify({ ...written, confirmation: true }), {}],
    ['with halves of letters', '{"message":"\\ud800","email":"\\udc00"}', asJson],
    ['in lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, asJson],
  ])('%s is rejected', async (_what, body, headers) => {
    const { status } = await post('/api/contact', body, headers)
    expect(status).toBe(400)
    expect(await kept()).toEqual([])
    expect(served.lines.filter((line) => line.includes('"error"'))).toEqual([])
  })

  test('is only accepted by POST: other methods get 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await served.app.request('/api/contact', { method })
      expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'POST'])
    }
  })
})

test('a flood from one address is limited over both endpoints, returns the text, and affects no other', async () => {
  const from = place()
  const nth = (count: number) => ({ ...written, message: `${written.message} ${count}` })
  const sent = await Promise.all(
    Array.from({ length: 10 }, (_, count) =>
      count % 2
        ? form({ ...nth(count), confirmation: 'on' }, served, from)
        : api({ ...nth(count), confirmation: true }, served, from),
    ),
  )
  expect(sent.every(({ status }) => status === 303 || status === 201)).toBe(true)
  const stopped = await form({ ...written, confirmation: 'on' }, served, from)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.answer.headers.get('Retry-After'))).toBeGreaterThan(60)
  expect(stopped.text).toMatch(/Please send it again in \d+ minutes/)
  expectTextKept(stopped.text)
  const { answer, status } = await api({ ...written, confirmation: true }, served, from)
  expect(status).toBe(429)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(60)
  expect(await kept()).toHaveLength(10)
  expect((await form({ ...written, confirmation: 'on' })).status).toBe(303)
  expectNothingLogged()
})

test('without a database the form shows, and returns the text with an error', async () => {
  expect((await stranded.app.request('/contact')).status).toBe(200)
  const { status, text } = await form({ ...written, confirmation: 'on' }, stranded)
  expect(status).toBe(503)
  expect(text).toContain('We couldn’t send your message.')
  expectTextKept(text)
  const json = await api({ ...written, confirmation: true }, stranded)
  expect([json.status, JSON.parse(json.text)]).toMatchObject([503, { code: 'unavailable' }])
  expect(stranded.lines.join('\n')).toContain('a message could not be kept')
  expectNothingLogged()
})

test('with a full disk the form returns the text with an error', async () => {
  const full = await testApp(database, { isDiskLow: () => true })
  const { status, text } = await form({ ...written, confirmation: 'on' }, full)
  expect(status).toBe(503)
  expect(text).toContain('this server has no room left')
  expectTextKept(text)
})
