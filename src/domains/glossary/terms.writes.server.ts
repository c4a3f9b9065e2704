import { sql } from 'kysely'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Term } from './terms.contract.ts'
import { readTermOfTheDay } from './terms.reads.server.ts'

/**
 * Returns the Term of the Day, the same for everyone; no term repeats until all were shown (design: "Data").
 *
 * The first request of a day chooses the active term shown longest ago, or never, in pseudo-random order. The day is the primary key,
 * so concurrent processes agree. A term retired during its day is replaced.
 *
 * @param day UTC, `YYYY-MM-DD`
 * @returns undefined only if the glossary is empty
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
