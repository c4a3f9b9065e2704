import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'

const database = testDatabase()

test('a lost connection fails its transaction but does not end the process', async () => {
  const cut = database.app
    .transaction()
    .execute((transaction) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction))
  await expect(cut).rejects.toThrow()
  // An unhandled error would fail this file.
  expect((await sql`select 1 as one`.execute(database.app)).rows).toEqual([{ one: 1 }])
})

test('a repeated statement is prepared once per connection, and again after the table changes', async () => {
  await sql`create table changing (id int); insert into changing values (1)`.execute(database.owner)
  const ask = () => sql`select * from changing where id = ${1}`.execute(database.owner)
  try {
    expect((await ask()).rows).toEqual([{ id: 1 }])
    await ask()
    const { rows } = await sql<{ generic_plans: string; custom_plans: string }>`
      select generic_plans, custom_plans from pg_prepared_statements where statement like 'select * from changing%'`.execute(
      database.owner,
    )
    expect(rows).toEqual([{ generic_plans: '0', custom_plans: '2' }])

    await sql`alter table changing add column added int`.execute(database.owner)
    await expect(ask()).rejects.toThrow('cached plan must not change result type')
    expect((await ask()).rows).toEqual([{ id: 1, added: null }])
  } finally {
    await sql`drop table changing`.execute(database.owner)
  }
})
