import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()

test('a connection that is cut within a transaction ends the transaction, and not the process', async () => {
  const cut = database.app
    .transaction()
    .execute((transaction) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction))
  await expect(cut).rejects.toThrow()
  // What nobody listens to would fail this file as an uncaught exception.
  expect((await sql`select 1 as one`.execute(database.app)).rows).toEqual([{ one: 1 }])
})
