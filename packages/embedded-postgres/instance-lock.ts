import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError } from './problems.ts'

/** "unfog" in ASCII. */
const lockNumber = '504363380583'

/** Takes the lock named by `application_name`. A killed server's last statement may hold it a while. */
export async function takeHolderLock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockNumber,
    ])
    if (rows[0]?.taken) return
    if (Date.now() > deadline) throw inUseError(await readHolder(client))
    await sleep(50)
  }
}

/** Returns the lock holder's `application_name`. */
export async function readHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select a.application_name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_database where datname = current_database())
        and (l.classid::bigint << 32) + l.objid::bigint = $1`,
    [lockNumber],
  )
  return rows[0]?.application_name
}

/** The error of a second start. */
export function inUseError(holder: string | undefined): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `This data folder is in use by ${holder || 'another process'}. Stop it first, or set another DATA_DIR.`,
  )
}
