import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Connection } from './database/pool.server.ts'
import { roles } from './database/roles.server.ts'
import type { Tables } from './database/tables.ts'
import { type Log, loggable } from './log.server.ts'

/** The work that is done after an answer. A payload holds ids only: what a person wrote, and every token, stays out of it. */
export type Jobs = {
  send_mail: { mail_token_id: string }
  answer_request: { request_id: string }
  /** Nobody asks for it: it comes every hour. */
  remove_expired: object
  lift_bans: object
  send_farewell: { farewell_id: string }
  mail_message: { message_id: string }
  /** Every hour too. */
  remove_old_messages: object
}

export type JobName = keyof Jobs
export type JobHandlers = { [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }

/**
 * Brings graphile-worker's own tables to the present, as `unfog_owner`, and lets the roles that serve use them. The library
 * turns row level security on without a policy, under which a plain role sees no job and no error either.
 *
 * @param connection a login that may act as the owner
 */
export async function migrateQueue(connection: Connection): Promise<void> {
  const pool = openPool(connection, roles.owner, 2)
  const holder = await pool.connect()
  try {
    // Processes that start at once take turns: the library's migrations and our grants would meet in the same rows.
    await holder.query('select pg_advisory_lock($1)', [queueLock])
    await runMigrations({ pgPool: pool, logger: silent })
    await pool.query(rightsOfTheServer)
  } finally {
    // With the connection the lock goes too.
    holder.release(true)
    await pool.end()
  }
}

/** One lock for all who prepare the queue of this database. */
const queueLock = 8_674_532

const served = `${roles.app}, ${roles.auth}`
const rightsOfTheServer = `
do $$ declare each record; begin
  grant usage on schema graphile_worker to ${served};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${served};
  grant usage on all sequences in schema graphile_worker to ${served};
  for each in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'graphile_worker' and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid)
  loop
    execute format('create policy server_works on %s to ${served} using (true) with check (true)', each.name);
  end loop;
end $$`

/**
 * Asks for work to be done once the transaction is committed; nothing is asked when it is not.
 *
 * @param how `key`: of jobs with one key that have not begun, the last replaces the others. `at`: not before
 */
export async function addJob<Name extends JobName>(
  database: Kysely<Tables>,
  name: Name,
  payload: Jobs[Name],
  { key, at }: { key?: string; at?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}::text, payload => ${JSON.stringify(payload)}::json, job_key => ${key ?? null}::text, run_at => ${at ?? null}::timestamptz)`.execute(
    database,
  )
}

/** A queue that has ended begins anew after so long (milliseconds). */
const pause = 2_000

/** At 17 minutes past each hour, by one of the processes. */
const hourly = ['remove_expired', 'remove_old_messages'] as const

/** How often jobs are looked for whose process was killed (milliseconds): the library's own look, which waits for four hours. */
const lookAgain = { minResetLockedInterval: 30_000, maxResetLockedInterval: 60_000 }
/** What the connection of a queue that listens for jobs is called, so that PostgreSQL knows of each holder of a job whether it lives. */
const signOfLife = 'unfog queue '

/** Gives back what was held by a process that is gone. A queue that begins, or whose line was cut, is given a minute to show itself. */
const freeTheAbandoned = (pool: pg.Pool) =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select locked_by from graphile_worker._private_jobs j
        where locked_at < now() - interval '1 minute'
          and not exists (select from pg_stat_activity where application_name = $1 || j.locked_by)))`,
    [signOfLife],
  )

/**
 * Does the work, two jobs at a time, here and on every other process of the same database. A job that fails is tried again,
 * later each time (the library's schedule: 25 tries over about three days).
 *
 * @returns `stop`, which lets running jobs finish
 */
export async function startQueue(connection: Connection, handlers: Partial<JobHandlers>, log: Log) {
  const pool = openPool(connection, roles.app, 4)
  let stopped = false
  const events: WorkerEvents = new EventEmitter()
  // The error of a job may quote an address: its name and place are enough.
  events.on('job:error', ({ job, error }) =>
    log.warn('a job failed and will be tried again', { count: job.attempts, error: loggable(error) }),
  )
  let holder = ''
  events.on('pool:create', ({ workerPool }) => {
    holder = workerPool.id
  })
  // Where this fails, so does what is listened for on the same line, and the library takes another.
  const ignored = () => {}
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const name = [signOfLife + workerPool.id]
    // After the library's own first statement, which it is about to send.
    client.once('drain', () => {
      client.query(`select set_config('application_name', $1, false)`, name).catch(ignored)
    })
  })
  events.on('resetLocked:started', () => void freeTheAbandoned(pool).catch(ignored))
  const begin = async () => {
    await freeTheAbandoned(pool)
    return run({
      pgPool: pool,
      events,
      concurrency: 2,
      // New jobs are announced by the database; this is for those whose time has come.
      pollInterval: 5_000,
      noHandleSignals: true,
      // Without it a stop does not wait until it is written that a job is done, and the job would be done again hours later
      // (graphile-worker 0.18: only what is written in batches is waited for).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, ...lookAgain } },
      logger: silent,
      taskList: handlers as TaskList,
      parsedCronItems: parseCronItems(
        hourly
          .filter((task) => handlers[task])
          // One that is still to be done stands for the next: they do the same.
          .map((task) => ({ task, match: '17 * * * *', options: { jobKey: task } })),
      ),
    })
  }
  let runner: Runner | undefined = await begin()
  const beginAnew = async () => {
    // What it held would wait until it is taken for abandoned.
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[holder]])
    return begin()
  }
  /** The library ends without a word where it cannot write what became of a job, because the database was gone for a moment. */
  const keepRunning = async () => {
    while (!stopped) {
      await runner?.promise.catch(() => {})
      if (stopped) return
      if (runner) log.error('the queue stopped, and begins anew')
      runner = undefined
      await sleep(pause)
      runner = await beginAnew().catch((thrown: unknown) => {
        log.warn('the queue could not begin anew', { error: loggable(thrown) })
        return undefined
      })
    }
  }
  const kept = keepRunning()
  return {
    async stop() {
      stopped = true
      // One that has ended by itself cannot be stopped, and need not.
      const end = () => runner?.stop().catch(() => {})
      await end()
      await kept
      // It may have begun anew meanwhile.
      await end()
      await pool.end()
    },
  }
}

/** A connection that dies is replaced by the library: it must not end the process, whether it was idle or at work. */
function openPool(connection: Connection, role: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    application_name: 'unfog queue',
    options: `-c role=${role}`,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The library's own lines hold payloads and errors as they came. */
const silent = new Logger(() => () => {})
