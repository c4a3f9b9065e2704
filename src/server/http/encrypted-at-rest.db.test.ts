import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { findInFiles } from '../../../test/support/text-in-files.ts'
import { createTestUser, syncTerms } from '../../../test/support/user.ts'

const database = testDatabase()

test('no database file and no log contains plain text of Connections or drafts', async () => {
  const { apple } = await syncTerms(database, [sourceTerm('Apple')])
  const { app, lines } = await testApp(database)
  const { cookie } = await createTestUser(database)
  // A common prefix, so that every file is searched once and not fifty times.
  const canary = `canary${randomUUID().replaceAll('-', '')}`
  const words = Array.from({ length: 50 }, (_, place) => `${canary}${place}`)
  const control = `seen${randomUUID().slice(0, 8)}`
  const send = async (method: string, path: string, body?: object) => {
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
    const init = body ? { body: JSON.stringify(body) } : {}
    const response = await app.request(`/api${path}`, { method, headers, ...init })
    expect(response.status, `${method} ${path}`).toBeLessThan(300)
  }
  await send('PATCH', '/profile', { username: control })
  for (const [place, word] of words.entries()) {
    const id = uuidv7()
    // Long ones too, which PostgreSQL stores separately (TOAST).
    const content = `I wrote ${word}. `.repeat(place % 7 === 0 ? 500 : 1)
    const draft = { content: `${word} begun`, linked_term_id: apple, entry_revision: null, revision: null }
    if (place % 5 < 4) await send('PUT', `/journal-drafts/${id}`, draft)
    if (place % 5 < 3) await send('POST', '/journal-entries', { id, content, linked_term_id: apple })
    if (place % 5 < 2) {
      await send('PATCH', `/journal-entries/${id}`, { revision: 1, content: `${content} Changed.` })
    }
    if (place % 5 === 0) await send('DELETE', `/journal-entries/${id}`)
    if (place % 5 === 4) {
      // Rejected content is not stored or logged either.
      await app.request('/api/journal-entries', {
        method: 'POST',
        headers: { Cookie: cookie },
        body: content,
      })
    }
  }
  const superuser = await database.connect()
  await superuser.query('checkpoint')
  const { rows } = await superuser.query<{ setting: string }>(
    "select setting from pg_settings where name = 'data_directory'",
  )
  await superuser.end()
  const found = await findInFiles(rows[0]?.setting ?? '', [canary, control])
  expect([...found.keys()], 'the search itself finds what stands there').toEqual([control])
  const log = lines.join('\n')
  expect(lines.length).toBeGreaterThan(50)
  expect(log).not.toContain(canary)
})
