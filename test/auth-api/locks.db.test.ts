import { beforeAll, describe, expect, test } from 'vitest'
import { saveDataLimit } from '../../src/domains/identity/accounts/data-minimization.writes.server.ts'
import { authApiApp, version } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * Signing out locks the session first and then its tokens. A transaction that locks in the opposite order would deadlock, and
 * PostgreSQL would abort one of the two: a session that was signed out could stay open.
 */

const database = testDatabase()
let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})

type Person = Awaited<ReturnType<typeof wire.createUser>>
const actions: [string, (person: Person) => Promise<unknown>][] = [
  [
    'a token is exchanged',
    ({ session: { refresh_token } }) =>
      wire.ask('/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token }),
        headers: version,
      }),
  ],
  ['Limit Data Collection is turned on', ({ user }) => saveDataLimit(database.auth, user.id, true)],
]

describe('During a sign-out', () => {
  test.each(actions)(
    'in which %s, the other transaction locks the session before its tokens',
    async (_what, work) => {
      const person = await wire.createUser()
      const [out, eye] = [await database.connect(), await database.connect()]
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await out.query('begin')
      await out.query('select from auth.sessions where user_id = $1 for update', [person.user.id])
      const working = Promise.allSettled([work(person)])
      try {
        await expect.poll(async () => (await eye.query(blocked)).rowCount).toBe(1)
        const tokens = await eye.query(
          `select from auth.refresh_tokens where session_id in (select id from auth.sessions where user_id = $1)
            for update skip locked`,
          [person.user.id],
        )
        expect(tokens.rowCount).toBe(1)
      } finally {
        await out.query('delete from auth.sessions where user_id = $1', [person.user.id])
        await out.query('commit')
        await Promise.all([working, out.end(), eye.end()])
      }
    },
  )
})
