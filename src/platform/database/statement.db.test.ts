import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import type { Database } from './pool.server.ts'
import { statement } from './statement.server.ts'

const { app } = testDatabase()
let written = 0
const twice = statement((database: Database, { one, other }: { one: string; other: Date | null }) => {
  written += 1
  return {
    compile: () =>
      sql<{ one: string; other: Date | null; again: string }>`
        select ${one}::text as one, ${other}::timestamptz as other, ${'always'}::text || ${one} as again`.compile(
        database,
      ),
  }
})

test('A statement is written once, and each who asks it has values of their own, at the same time too', async () => {
  const when = new Date('2026-03-04T12:00:00Z')
  const asked = await Promise.all(['a', "b' or true", 'c'].map((one) => twice(app, { one, other: when })))
  expect(asked.flat()).toEqual([
    { one: 'a', other: when, again: 'alwaysa' },
    { one: "b' or true", other: when, again: "alwaysb' or true" },
    { one: 'c', other: when, again: 'alwaysc' },
  ])
  expect(await twice(app, { one: 'd', other: null })).toEqual([{ one: 'd', other: null, again: 'alwaysd' }])
  expect(written).toBe(1)
})

test('It asks within the transaction that it is given', async () => {
  const whose = statement((database: Database, _: Record<string, never>) => ({
    compile: () =>
      sql<{ whose: string }>`select current_setting('app.user_id', true) as whose`.compile(database),
  }))
  await app.transaction().execute(async (own) => {
    await sql`select set_config('app.user_id', 'somebody', true)`.execute(own)
    expect(await whose(own, {})).toEqual([{ whose: 'somebody' }])
  })
  expect(await whose(app, {})).not.toEqual([{ whose: 'somebody' }])
})

test('A value that is read while the statement is written is refused by TypeScript or throws, and is never asked with', async () => {
  const early = statement((database: Database, { when }: { when: Date }) => ({
    compile: () => sql<{ year: number }>`select ${when.getFullYear()}::int as year`.compile(database),
  }))
  await expect(early(app, { when: new Date() })).rejects.toThrow('is not a function')
})
