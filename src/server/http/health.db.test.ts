import { beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../test/support/source-terms.ts'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { syncGlossary } from '../../domains/glossary/source/glossary-source.writes.server.ts'
import { openDatabase } from '../../platform/database/pool.server.ts'

const database = testDatabase()
const files = [sourceTerm('Apple'), sourceTerm('Love Bombing')]

let served: Awaited<ReturnType<typeof testApp>>
const request = (path: string, init?: RequestInit) => served.app.request(path, init)

beforeAll(async () => {
  await syncGlossary(database.owner, files)
  served = await testApp(database)
})

describe('health', () => {
  test('is up while the process runs', async () => {
    expect(await (await request('/healthz')).json()).toEqual({ status: 'up' })
  })

  test('is ready when the database responds and no migration is pending', async () => {
    const ready = await request('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ status: 'ready' })
    const applied = await database.owner.deleteFrom('schema_migrations').returningAll().execute()
    try {
      const waiting = await request('/readyz')
      expect(waiting.status).toBe(503)
      expect(await waiting.json()).toMatchObject({
        code: 'unavailable',
        detail: 'Migrations are waiting: restart the server.',
      })
    } finally {
      await database.owner.insertInto('schema_migrations').values(applied).execute()
    }
    expect((await request('/readyz')).status).toBe(200)
  })

  test('is not ready without a database; pages and API respond with 503', async () => {
    const gone = openDatabase({ host: '/nowhere', port: 1, user: 'unfog_app', database: 'gone' }, 'unfog_app')
    try {
      const { app } = await testApp({ app: gone, auth: gone })
      expect((await app.request('/healthz')).status).toBe(200)
      const unready = await app.request('/readyz')
      expect(unready.status).toBe(503)
      expect(await unready.json()).toMatchObject({ detail: 'The database does not answer.' })
      for (const path of [
        '/api/terms',
        '/api/terms/apple',
        '/api/terms/suggest?q=a',
        '/api/term-of-the-day',
      ]) {
        const response = await app.request(path)
        expect(response.status, path).toBe(503)
        expect(response.headers.get('Content-Type')).toBe('application/problem+json')
        expect(await response.json()).toMatchObject({ code: 'unavailable' })
      }
      for (const path of ['/glossary', '/glossary/apple']) {
        const response = await app.request(path)
        expect(response.status, path).toBe(503)
        expect(response.headers.get('Cache-Control')).toBe('no-store')
        const page = await response.text()
        expect(page).toContain('action="/leave"')
        expect(page).not.toMatch(/ENOENT|\/nowhere|node_modules|\bat .*:\d+:\d+/)
      }
      expect((await app.request('/leave', { method: 'POST' })).status).toBe(200)
    } finally {
      await gone.destroy()
    }
  })
})
