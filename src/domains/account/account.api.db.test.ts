import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openArchive } from '../../../test/support/archive.ts'
import { wireApp } from '../../../test/support/auth-api-client.ts'
import { wholePerson } from '../../../test/support/full-user-fixture.ts'
import { tablesNaming } from '../../../test/support/personal-tables.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { masterKey } from '../../platform/crypto.server.ts'
import { createLimits } from '../../platform/rate-limits.server.ts'
import type { ArchiveChunkLine } from './export.contract.ts'

const database = testDatabase()
const quarter = 15 * 60_000
let all: pg.Client
let served: Awaited<ReturnType<typeof wireApp>>
beforeAll(async () => {
  all = await database.connect()
  served = await wireApp(database)
})
afterAll(() => all.end())

let people = 0
/** Somebody with everything, who has proven a moment ago, by the clock of the app, who they are. */
async function somebody(words?: string[]) {
  const person = await wholePerson(database, all, `person-${++people}@example.net`, words)
  await all.query('update auth.sessions set proven_at = $1, last_seen_at = $1 where user_id = $2', [
    served.time.now,
    person.user_id,
  ])
  return person
}

const paths = [
  ['GET', '/api/account/export'],
  ['DELETE', '/api/account'],
] as const
const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
  served.app.request(path, { method, headers })
const post = (body: Record<string, string>, cookie: string) =>
  served.app.request('/dashboard/settings', {
    method: 'POST',
    headers: {
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: cookie,
    },
    body: new URLSearchParams(body).toString(),
  })
const sameOrigin = { 'Sec-Fetch-Site': 'same-origin' }
const bodyOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())
const isThere = async ({ user_id }: { user_id: string }) =>
  (await all.query('select from auth.users where id = $1', [user_id])).rowCount === 1

describe.each(paths)('%s %s', (method, path) => {
  test('is not for who brings nothing, or what opens nothing', async () => {
    for (const headers of [
      {},
      { Cookie: '__Host-session=forged' },
      { Authorization: 'Bearer forged' },
      { Authorization: 'Bearer' },
    ] as Record<string, string>[]) {
      const answer = await ask(method, path, { ...sameOrigin, ...headers })
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([401, 'no-store'])
    }
  })

  test('is not for the page or the link of another site, nor for an address that is typed', async () => {
    const person = await somebody()
    const Cookie = person.cookie
    for (const headers of [
      {},
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost:3000' },
      { Origin: 'null', Referer: 'http://localhost:3000/' },
      { Origin: 'https://elsewhere.example' },
      { Referer: 'https://elsewhere.example/http://localhost:3000/' },
      { Referer: 'http://localhost:3000.elsewhere.example/' },
    ] as Record<string, string>[]) {
      expect((await ask(method, path, { Cookie, ...headers })).status, JSON.stringify(headers)).toBe(403)
    }
    expect(await isThere(person)).toBe(true)
  })

  test('asks who proved long ago to do so again, and says where', async () => {
    const person = await somebody()
    served.later(quarter)
    const answer = await ask(method, path, { Cookie: person.cookie, ...sameOrigin })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'forbidden',
      prove: '/auth-test/prove?next=%2Fdashboard%2Fsettings%23account-title',
    })
    expect(await isThere(person)).toBe(true)
    const { session } = await served.newcomer()
    const bearer = { Authorization: `Bearer ${session.access_token}` }
    served.later(quarter)
    expect((await ask(method, path, bearer)).status).toBe(403)
  })

  test('is not for who owes a second step, or is suspended', async () => {
    const owing = await somebody()
    await all.query(`update auth.factors set status = 'verified' where user_id = $1`, [owing.user_id])
    expect((await ask(method, path, { Cookie: owing.cookie, ...sameOrigin })).status).toBe(403)
    const suspended = await somebody()
    await all.query(`update auth.users set status = 'suspended' where id = $1`, [suspended.user_id])
    expect((await ask(method, path, { Cookie: suspended.cookie, ...sameOrigin })).status).toBe(401)
    expect([await isThere(owing), await isThere(suspended)]).toEqual([true, true])
  })
})

describe('The archive', () => {
  const take = (headers: Record<string, string>, query = '') =>
    ask('GET', `/api/account/export${query}`, headers)

  test('is one file with a name that says nothing, kept nowhere, for a browser and for a program', async () => {
    const person = await somebody()
    for (const from of [
      sameOrigin,
      { Origin: 'http://localhost:3000' },
      { Referer: 'http://localhost:3000/x' },
    ] as Record<string, string>[]) {
      const answer = await take({ Cookie: person.cookie, ...from })
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="my-data-${served.time.now.toISOString().slice(0, 10)}.zip"`,
        'x-content-type-options': 'nosniff',
      })
      const { data } = openArchive(await bodyOf(answer))
      expect(data.counts).toEqual({ connections: 2, drafts: 2, favorites: 1 })
    }
    const { session, user, email } = await served.newcomer()
    const answer = await take({ Authorization: `Bearer ${session.access_token}` })
    expect(openArchive(await bodyOf(answer)).data.account).toMatchObject({ id: user.id, email })
  })

  test('is for who may only read, too', async () => {
    const person = await somebody()
    await all.query(`update auth.users set status = 'restricted' where id = $1`, [person.user_id])
    const answer = await take({ Cookie: person.cookie, ...sameOrigin })
    expect(openArchive(await bodyOf(answer)).data.account).toMatchObject({ status: 'restricted' })
  })

  test('comes in lines for a page that shows how far it is, and the last one says that nothing is missing', async () => {
    const person = await somebody(Array.from({ length: 45 }, (_, number) => `Number ${number}.`))
    const answer = await take({ Cookie: person.cookie, ...sameOrigin, Accept: 'application/x-ndjson' })
    expect(answer.headers.get('Content-Type')).toBe('application/x-ndjson')
    const lines = (await answer.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ArchiveChunkLine)
    expect(new Set(lines.map(({ of }) => of))).toEqual(new Set([45]))
    expect(lines.length).toBeGreaterThan(4)
    expect(lines.map(({ whole }) => whole ?? false)).toEqual([...Array(lines.length - 1).fill(false), true])
    const { data } = openArchive(Buffer.concat(lines.map(({ part }) => Buffer.from(part, 'base64'))))
    expect(data.connections).toHaveLength(45)
  })

  test('has the times of the zone that is asked for, and of UTC where there is no such zone', async () => {
    const { cookie: Cookie } = await somebody()
    for (const [query, zone] of [
      ['?time_zone=Asia/Tokyo', 'Asia/Tokyo'],
      ['?time_zone=Middle-earth', 'UTC'],
      [`?time_zone=${'x'.repeat(10_000)}`, 'UTC'],
      ['?time_zone=<script>', 'UTC'],
    ]) {
      const answer = await take({ Cookie, ...sameOrigin }, query)
      expect(openArchive(await bodyOf(answer)).pages).toContain(`All times are those of ${zone}.`)
    }
  })

  test('that cannot be begun is said in words, and that cannot be finished is cut off, both logged without a word of it', async () => {
    const keyless = await somebody()
    await all.query('delete from data_keys where user_id = $1', [keyless.user_id])
    const answer = await take({ Cookie: keyless.cookie, ...sameOrigin })
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([503, 'no-store'])
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('Nothing is lost.') })

    const words = Array.from({ length: 90 }, (_, number) => `wagtail ${number} `.repeat(3_000))
    const person = await somebody(words)
    const server = createServer(served.app.listener).listen(0)
    try {
      const { port } = server.address() as AddressInfo
      const begun = await fetch(`http://localhost:${port}/api/account/export`, {
        headers: { Cookie: person.cookie, ...sameOrigin },
      })
      expect(begun.status).toBe(200)
      await all.query('delete from data_keys where user_id = $1', [person.user_id])
      await expect(begun.arrayBuffer()).rejects.toThrow()
    } finally {
      server.close()
    }
    const log = served.lines.join('\n')
    expect(log).toContain('an archive was not finished')
    expect(log).not.toMatch(/wagtail|example\.net/)
  })
})

describe('Deleting', () => {
  test('by a browser ends every session, and lets it forget what we kept on it', async () => {
    const person = await somebody()
    const answer = await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })
    expect([answer.status, answer.headers.get('Clear-Site-Data')]).toEqual([204, '"cookies", "storage"'])
    expect(await tablesNaming(all, person.ids)).toEqual(['auth.audit_events'])
    expect((await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })).status).toBe(401)
  })

  test('by a program ends its tokens, and leaves everybody else', async () => {
    const [{ session, user, auth }, other] = [await served.newcomer(), await somebody()]
    const bearer = { Authorization: `Bearer ${session.access_token}` }
    expect((await ask('DELETE', '/api/account', bearer)).status).toBe(204)
    expect(await tablesNaming(all, [user.id])).toEqual(['auth.audit_events'])
    expect((await ask('GET', '/api/profile', bearer)).status).toBe(401)
    expect((await auth.refreshSession()).error).not.toBeNull()
    expect(await isThere(other)).toBe(true)
  })

  test('is for who may only read, too', async () => {
    const person = await somebody()
    await all.query(`update auth.users set status = 'restricted' where id = $1`, [person.user_id])
    expect((await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })).status).toBe(204)
    expect(await isThere(person)).toBe(false)
  })

  test('that fails leaves everything, and says so', async () => {
    const person = await somebody()
    await all.query('revoke insert on auth.audit_events from unfog_auth')
    try {
      const answer = await ask('DELETE', '/api/account', { Cookie: person.cookie, ...sameOrigin })
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({
        detail: 'Your account could not be deleted just now. Please try again in a moment.',
      })
      const form = await post({ intent: 'erase-account', sure: 'on' }, person.cookie)
      expect(form.status).toBe(503)
      expect(await form.text()).toContain('Your account could not be deleted just now.')
    } finally {
      await all.query('grant insert on auth.audit_events to unfog_auth')
    }
    expect(await isThere(person)).toBe(true)
  })
})

describe('The forms of the settings', () => {
  const prove = '/auth-test/prove?next=%2Fdashboard%2Fsettings%23account-title'

  test('ask who proved long ago to do so again, and lead back to where they were', async () => {
    const person = await somebody()
    served.later(quarter)
    for (const form of [{ intent: 'download' }, { intent: 'erase-account', sure: 'on' }] as Record<
      string,
      string
    >[]) {
      const answer = await post(form, person.cookie)
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, prove])
    }
    expect(await isThere(person)).toBe(true)
    const asked = await served.app.request(prove, { headers: { Cookie: person.cookie } })
    expect(await asked.text()).toContain('next=%2Fdashboard%2Fsettings%23account-title')
  })

  test('lead to the file, and delete nothing without the tick', async () => {
    const person = await somebody()
    const file = await post({ intent: 'download', time_zone: 'Asia/Tokyo' }, person.cookie)
    expect([file.status, file.headers.get('Location')]).toEqual([
      302,
      '/api/account/export?time_zone=Asia%2FTokyo',
    ])
    const unsure = await post({ intent: 'erase-account' }, person.cookie)
    expect([unsure.status, await isThere(person)]).toEqual([400, true])
    expect(await unsure.text()).toContain('Please tick this box first, if you are sure.')
  })

  test('delete, sign out, and go home to a calm line that no cache keeps', async () => {
    const person = await somebody()
    const answer = await post({ intent: 'erase-account', sure: 'on' }, person.cookie)
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/?done'])
    expect(answer.headers.getSetCookie().join('\n')).toMatch(
      /__Host-session=;.*\n__Host-signed-in=;.*\n__Host-signed-out=;.*\n__Host-account-event=SIGNED_OUT;/,
    )
    expect(await isThere(person)).toBe(false)
    const home = await served.app.request('/?done')
    expect(home.headers.get('Cache-Control')).toBe('no-store')
    const line = 'Your account is deleted, and everything in it.'
    expect(await home.text()).toContain(line)
    expect(await (await served.app.request('/')).text()).not.toContain(line)
  })
})

test('twenty archives an hour are enough; the next is refused in words, and nobody else is', async () => {
  const ana = await somebody()
  // Made by twenty tries that went before; each would read everything.
  const limits = createLimits(database.auth, masterKey(Buffer.alloc(32, 7)))
  await Promise.all(Array.from({ length: 20 }, () => limits.take('archive', ana.user_id)))
  const again = await ask('GET', '/api/account/export', { ...sameOrigin, Cookie: ana.cookie })
  expect(again.status).toBe(429)
  expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(3000)
  expect(await again.json()).toMatchObject({ detail: expect.stringContaining('in 60 minutes') })
  const other = await somebody()
  expect((await ask('GET', '/api/account/export', { ...sameOrigin, Cookie: other.cookie })).status).toBe(200)
})
