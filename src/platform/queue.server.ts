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

/** Payloads hold ids only, never a user's text or a token. */
export type Jobs = {
  send_mail: { mail_token_id: string }
  answer_request: { request_id: string }
  /** Hourly. */
  remove_expired: object
  lift_bans: object
  send_farewell: { farewell_id: string }
  mail_message: { message_id: string }
  /** Hourly. */
  remove_old_messages: object
  /** Hourly. */
  empty_trash: object
}

export type JobName = keyof Jobs
export type JobHandlers = { [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }

/** Migrates graphile-worker's tables. Its row level security without a policy would hide all jobs. */
export async function migrateQueue(connection: Connection): Promise<void> {
  const pool = openPool(connection, roles.owner, 2)
  const lockClient = await pool.connect()
  try {
    // Its migrations and our grants would conflict in processes that start together.
    await lockClient.query('select pg_advisory_lock($1)', [queueLock])
    await runMigrations({ pgPool: pool, logger: silentLogger })
    await pool.query(grantsSql)
  } finally {
    // Closing the connection releases the lock.
    lockClient.release(true)
    await pool.end()
  }
}

/** Advisory lock key. */
const queueLock = 8_674_532

const servingRoles = `${roles.app}, ${roles.auth}`
const grantsSql = `
do $$ declare each record; begin
  grant usage on schema graphile_worker to ${servingRoles};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${servingRoles};
  grant usage on all sequences in schema graphile_worker to ${servingRoles};
  for each in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'graphile_worker' and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid)
  loop
    execute format('create policy server_works on %s to ${servingRoles} using (true) with check (true)', each.name);
  end loop;
end $$`

/** Adds a job in the current transaction. A job with the same `key` replaces a pending one. */
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

const restartDelayMs = 2_000

const hourly = ['remove_expired', 'remove_old_messages', 'empty_trash'] as const

/** Milliseconds. By itself the library frees killed processes' jobs after four hours. */
const resetLockedIntervals = { minResetLockedInterval: 30_000, maxResetLockedInterval: 60_000 }
/** Shows that a worker pool is alive. */
const listenerPrefix = 'unfog queue '

/** A new or reconnecting worker has a minute to appear. */
const releaseAbandonedJobs = (pool: pg.Pool) =>
  pool.query(
    `select graphile_worker.force_unlock_workers(array(
       select locked_by from graphile_worker._private_jobs j
        where locked_at < now() - interval '1 minute'
          and not exists (select from pg_stat_activity where application_name = $1 || j.locked_by)))`,
    [listenerPrefix],
  )

/** Runs jobs, with 25 tries over three days (the library's schedule). `stop` lets running jobs finish. */
export async function startQueue(connection: Connection, handlers: Partial<JobHandlers>, log: Log) {
  const pool = openPool(connection, roles.app, 4)
  let stopped = false
  const events: WorkerEvents = new EventEmitter()
  // Job errors may quote an address.
  events.on('job:error', ({ job, error }) =>
    log.warn('a job failed and will be tried again', { count: job.attempts, error: loggable(error) }),
  )
  let workerPoolId = ''
  events.on('pool:create', ({ workerPool }) => {
    workerPoolId = workerPool.id
  })
  // If this fails, listening fails too, and the library reconnects.
  const ignoreError = () => {}
  events.on('pool:listen:success', ({ workerPool, client }) => {
    const name = [listenerPrefix + workerPool.id]
    // After the library's own first statement.
    client.once('drain', () => {
      client.query(`select set_config('application_name', $1, false)`, name).catch(ignoreError)
    })
  })
  events.on('resetLocked:started', () => void releaseAbandonedJobs(pool).catch(ignoreError))
  const start = async () => {
    await releaseAbandonedJobs(pool)
    return run({
      pgPool: pool,
      events,
      concurrency: 2,
      // NOTIFY announces new jobs; polling finds scheduled ones.
      pollInterval: 5_000,
      noHandleSignals: true,
      // Or `stop` leaves finished jobs unrecorded, which run again (graphile-worker 0.18).
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, ...resetLockedIntervals } },
      logger: silentLogger,
      taskList: handlers as TaskList,
      parsedCronItems: parseCronItems(
        hourly
          .filter((task) => handlers[task])
          // A pending job replaces the next one.
          .map((task) => ({ task, match: '17 * * * *', options: { jobKey: task } })),
      ),
    })
  }
  let runner: Runner | undefined = await start()
  const restart = async () => {
    // Before they count as abandoned.
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[workerPoolId]])
    return start()
  }
  /** The library stops silently if it cannot record a finished job. */
  const keepRunning = async () => {
    while (!stopped) {
      await runner?.promise.catch(() => {})
      if (stopped) return
      if (runner) log.error('the queue stopped and will restart')
      runner = undefined
      await sleep(restartDelayMs)
      runner = await restart().catch((thrown: unknown) => {
        log.warn('the queue could not restart', { error: loggable(thrown) })
        return undefined
      })
    }
  }
  const supervision = keepRunning()
  return {
    async stop() {
      stopped = true
      // Rejects if the runner has ended.
      const stopRunner = () => runner?.stop().catch(() => {})
      await stopRunner()
      await supervision
      // It may have restarted in between.
      await stopRunner()
      await pool.end()
    },
  }
}

/** The library replaces dead connections; without listeners their errors would end the process. */
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

/** The library's own lines contain payloads and raw errors. */
const silentLogger = new Logger(() => () => {})
