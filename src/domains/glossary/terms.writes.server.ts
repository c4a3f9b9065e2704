import { sql } from 'kysely'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Term } from './terms.contract.ts'
import { readTermOfTheDay } from './terms.reads.server.ts'

/**
 * Returns the Term of the Day; undefined without terms. A day's first request chooses the one shown longest
 * ago, or never. The day is the primary key, so processes agree.
 */
export async function chooseTermOfTheDay(database: Database, day: string): Promise<Term | undefined> {
  const existing = await readTermOfTheDay(database, day)
  if (existing) return existing
  await sql`
    insert into terms_of_the_day (day, term_id)
    select ${day}::date, t.id from terms t
     where t.retired_at is null
     order by (select max(d.day) from terms_of_the_day d where d.term_id = t.id) nulls first, md5(t.id::text)
     limit 1
    on conflict (day) do update set term_id = excluded.term_id
     where (select retired_at from terms where id = terms_of_the_day.term_id) is not null`.execute(database)
  return readTermOfTheDay(database, day)
}
