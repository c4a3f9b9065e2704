import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { canary, personalEndpoints } from '../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

const database = testDatabase()
const { fixture: at, names, ask, expectProblem: isProblem } = personalEndpoints(database)

describe('The response', () => {
  test('to a save is 201, then 200; to a delete 204, then 404 for a Connection', async () => {
    const id = uuidv7()
    const post = () =>
      ask('POST /api/journal-entries', at.ben, { id, content: 'Once.', linked_term_id: at.apple })
    expect(await post()).toMatchObject({ status: 201, body: { id, revision: 1, entry_type: 'term_linked' } })
    expect(await post()).toMatchObject({ status: 200, body: { id, revision: 1 } })
    const put = () => ask('PUT /api/saved-terms/{term_id}', at.ben, undefined, at.loveBombing)
    expect(await put()).toMatchObject({ status: 201, body: { term: { slug: 'love-bombing' } } })
    expect((await put()).status).toBe(200)
    for (const status of [204, 204]) {
      expect((await ask('DELETE /api/saved-terms/{term_id}', at.ben, undefined, at.loveBombing)).status).toBe(
        status,
      )
      expect((await ask('DELETE /api/journal-drafts/{id}', at.ben)).status).toBe(status)
    }
    for (const status of [204, 404]) {
      expect((await ask('DELETE /api/journal-entries/{id}', at.ben, undefined, id)).status).toBe(status)
    }
  })

  test('to a change of an outdated revision is 409 with the current Connection', async () => {
    await ask('PATCH /api/journal-entries/{id}', at.ana, { revision: 1, content: 'Of the one tab.' })
    const other = await ask('PATCH /api/journal-entries/{id}', at.ana, {
      revision: 1,
      content: 'Of the other.',
    })
    isProblem(other, 409, 'conflict')
    expect(other.body.current).toMatchObject({ id: at.entry, content: 'Of the one tab.', revision: 2 })
  })

  test('to an empty draft is 204; to a conflict 409 with the current draft, or null if deleted', async () => {
    const put = (body: object) =>
      ask('PUT /api/journal-drafts/{id}', at.ana, { entry_revision: null, revision: null, ...body })
    const other = await put({ content: 'Of another page.' })
    expect(other.status).toBe(409)
    expect(other.body.current).toMatchObject({ content: `${canary} begun`, revision: 1 })
    expect((await put({ content: ' ', revision: 1 })).status).toBe(204)
    expect(await put({ content: 'Late.', revision: 1 })).toMatchObject({
      status: 409,
      body: { current: null },
    })
  })

  test('to a list has totals, and supports cursor, offset and limit', async () => {
    for (let place = 0; place < 3; place++) {
      await ask('POST /api/journal-entries', at.ben, { content: `Number ${place}`, linked_term_id: at.apple })
    }
    const list = async (query: string) => {
      const path = `/api/journal-entries${query}`
      return (await at.served.app.request(path, { headers: { Cookie: at.ben.cookie } })).json()
    }
    const all = await list('')
    expect(all).toMatchObject({ total: 3, this_month: 3, linked: 3, freeform: 0 })
    expect(all.entries).toHaveLength(3)
    expect((await list('?offset=1&limit=1')).entries).toEqual([all.entries[1]])
    const first = await list('?limit=1')
    expect((await list(`?limit=1&after=${first.next}`)).entries).toEqual([all.entries[1]])
    expect(all.next).toBeNull()
    for (const [query, detail] of [
      ['?limit=0', 'limit is a whole number from 1 to 100, in plain digits.'],
      ['?limit=5&limit=6', 'limit is a whole number from 1 to 100, in plain digits.'],
      ['?offset=', 'offset is a whole number from 0 to 1000000, in plain digits.'],
      ['?after=', 'after is the `next` of another page.'],
      [`?after=${first.next}x`, 'after is the `next` of another page.'],
    ] as const) {
      expect(await list(query), query).toMatchObject({ status: 400, detail })
    }
  })

  test('keeps every character of the request', async () => {
    const content = 'a\u0000 \ud83d 💔 مرحبا \u200f\r\n\uffff'
    const { body } = await ask('POST /api/journal-entries', at.ben, { content })
    expect((await ask('GET /api/journal-entries/{id}', at.ben, undefined, body.id)).body.content).toBe(
      content,
    )
  })
})

describe('A failed request', () => {
  test('without a database gets 503 with the messages of the specification', async () => {
    const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
    const broken = await testApp({ app: gone, auth: database.auth })
    const details: Record<string, string> = {
      'GET /api/saved-terms': 'Error Loading Favorites',
      'GET /api/saved-terms/{term_id}': 'Failed to check if term is already saved',
      'PUT /api/saved-terms/{term_id}': 'Failed to save term: please try again in a moment.',
      'DELETE /api/saved-terms/{term_id}': 'Failed to remove term: please try again in a moment.',
      'GET /api/journal-entries': 'Failed to load connections. Please try again.',
      'POST /api/journal-entries': 'Failed to save your connection. Please try again.',
      'GET /api/journal-entries/{id}': 'Connection not found or failed to load.',
      'PATCH /api/journal-entries/{id}': 'Failed to update your connection. Please try again.',
      'DELETE /api/journal-entries/{id}': 'Failed to delete your connection. Please try again.',
      'GET /api/journal-entries/{id}/versions': 'Connection not found or failed to load.',
      'DELETE /api/journal-entries/{id}/versions':
        'The earlier versions couldn’t be erased. Please try again.',
      'GET /api/journal-drafts': 'Failed to load connections. Please try again.',
      'GET /api/journal-drafts/{id}': 'Failed to load connections. Please try again.',
      'PUT /api/journal-drafts/{id}': 'Your draft couldn’t be saved. Please try again.',
      'DELETE /api/journal-drafts/{id}': 'Your draft couldn’t be saved. Please try again.',
      'GET /api/journal-imports': 'Failed to load connections. Please try again.',
      'POST /api/journal-imports':
        'The Connections could not be imported just now. Please try again in a moment.',
      'GET /api/journal-lock/rows': 'This could not be done right now. Nothing was lost. Please try again.',
      'GET /api/trash': 'Failed to load connections. Please try again.',
      'POST /api/trash/{id}/restore': 'The Connection could not be restored. Please try again.',
      'DELETE /api/trash/{id}': 'Failed to delete your connection. Please try again.',
      'GET /api/profile': 'Your profile cannot be reached right now. Please try again in a moment.',
      'PATCH /api/profile': 'Your profile cannot be reached right now. Please try again in a moment.',
    }
    expect(Object.keys(details)).toEqual(names)
    const whole = at.served
    at.served = broken
    try {
      for (const [name, detail] of Object.entries(details)) {
        const got = await ask(name, at.ana)
        isProblem(got, 503, 'unavailable')
        expect(got.body.detail, name).toBe(detail)
      }
      expect(broken.lines.join('\n')).not.toContain(canary)
    } finally {
      at.served = whole
      await gone.destroy()
    }
  })

  test('for a row that was tampered with gets 503, and the log names the row', async () => {
    const superuser = await database.connect()
    await superuser.query('update journal_entries set revision = 5 where id = $1', [at.entry])
    await superuser.end()
    at.served.lines.length = 0
    const got = await ask('GET /api/journal-entries/{id}', at.ana)
    isProblem(got, 503, 'unavailable')
    expect(got.body.detail).toBe('Connection not found or failed to load.')
    expect(at.served.lines.filter((line) => line.includes('"level":"error"'))).toEqual([
      expect.stringContaining(`"row":"${at.entry}"`),
    ])
    const list = await ask('GET /api/journal-entries', at.ana)
    expect(list).toMatchObject({
      status: 200,
      body: { total: 1, entries: [{ id: at.entry, content: null }] },
    })
  })

  test('gets 503 on every journal endpoint if the data key is missing', async () => {
    // An earlier version.
    await ask('PATCH /api/journal-entries/{id}', at.ana)
    const superuser = await database.connect()
    await superuser.query('delete from data_keys where user_id = $1', [at.ana.user_id])
    await superuser.end()
    for (const name of names.filter((each) => each.includes('journal') && !each.startsWith('DELETE'))) {
      isProblem(await ask(name, at.ana), 503, 'unavailable')
    }
  })
})
