import { sql } from 'kysely'
import type { Database } from '../../platform/database/pool.server.ts'
import type { Term } from './terms.contract.ts'
import { readTermOfTheDay } from './terms.reads.server.ts'

/**
 * The term of a UTC day: the same for everyone, no term again until all have been shown (design: "Data").
 *
 * The first request of a day chooses the living term that was shown longest ago, the never shown first, in an order that is
 * not the alphabet's. The day is the primary key: when many processes choose at once, all end with one choice. A term
 * that was retired during its day is replaced.
 *
 * @param day `YYYY-MM-DD`
 * @returns undefined only when the glossary is empty
 */
export async function chooseTermOfTheDay(database: Database, day: string): Promise<Term | undefined> {
  const shown = await readTermOfTheDay(database, day)
  if (shown) return shown
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
