/** Moves all rows of a journal between locks, on the device. It can be stopped, cut and begun again at any point. */
import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import type { LockRow, MovedRow } from '../lock/lock.contract.ts'
import type { OpenLock } from '../open-lock/open-locks.client.ts'
import type { MoveJob } from './move-plan.rules.ts'
import {
  type ConvertedRow,
  convertRow,
  digestOf,
  readRow,
  rowKey,
  textKey,
  toMoveBatches,
  UnreadableRow,
} from './move-rows.rules.ts'

type MoveResult = Pick<LockRow, 'table' | 'id' | 'revision'> & { outcome: 'moved' | 'changed' | 'gone' }

type RowPage = { rows: LockRow[]; next: string | null }

/** The endpoints that a move needs. All throw ApiProblem. */
export type RowServer = {
  list(from: string | null, after: string | null, signal: AbortSignal): Promise<RowPage>
  move(
    from: string | null,
    to: string | null,
    rows: MovedRow[],
    signal: AbortSignal,
  ): Promise<{ results: MoveResult[] }>
  finish(lock_id: string, signal: AbortSignal): Promise<unknown>
}

export type MoveProgress = {
  step: 'moving' | 'checking'
  /** Rows that were moved, or checked. */
  done: number
  /** Rows that do not open. They stay as they are. */
  unreadable: LockRow[]
}

/** Why a move ended before its end. Everything is in one state or the other, and opens. */
export class MoveError extends Error {
  readonly reason: 'no_progress' | 'not_found_again' | 'unreadable'
  readonly count: number

  constructor(reason: MoveError['reason'], count: number) {
    super(`${reason}: ${count}`)
    this.reason = reason
    this.count = count
  }
}

/** Other devices may save while rows move, so they are listed again, at most this often without any progress. */
const passesWithoutProgress = 3

/**
 * Moves what the job names, reads everything back, and finishes. Yields after each request.
 *
 * @param job.from and `job.to` are ids of `locks`, or null
 * @param locks the open ones, by id
 * @throws MoveError, ApiProblem, or AbortError
 */
export async function* moveRows(
  job: MoveJob,
  locks: ReadonlyMap<string, OpenLock>,
  signal: AbortSignal,
  server: RowServer = httpServer,
): AsyncGenerator<MoveProgress> {
  const [from, to] = [openLock(locks, job.from), openLock(locks, job.to)]
  const digests = new Map<string, string>()
  const unreadable = new Map<string, LockRow>()
  let done = 0
  for (let idle = 0; ; ) {
    let remaining = 0
    const before = done
    for await (const rows of listRows(server, job.from, signal)) {
      const { converted, failed } = await convertRows(rows, from, to)
      for (const row of failed) unreadable.set(rowKey(row), row)
      for (const batch of toMoveBatches(converted)) {
        const { moved, refused } = await sendBatch(server, job, batch, signal)
        for (const { moved: row } of refused) {
          const listed = rows.find((each) => rowKey(each) === rowKey(row))
          if (listed) unreadable.set(rowKey(row), listed)
        }
        for (const { moved: row, text } of moved) {
          const key = textKey(row)
          if (key) digests.set(key, await digestOf(text))
        }
        done += moved.length
        remaining += batch.length - moved.length - refused.length
        yield { step: 'moving', done, unreadable: [...unreadable.values()] }
      }
    }
    if (remaining === 0 && done === before) {
      if (unreadable.size > 0) throw new MoveError('unreadable', unreadable.size)
      yield* checkRows(server, job.to, to, digests, signal)
      if (await isFinished(server, job, signal)) return
    }
    idle = done === before ? idle + 1 : 0
    if (idle > passesWithoutProgress) throw new MoveError('no_progress', Math.max(1, remaining))
  }
}

/**
 * Reads everything back that the new lock holds, and opens it.
 *
 * @throws MoveError if a row does not open, or if a text that was moved is not there as it was
 */
async function* checkRows(
  server: RowServer,
  to: string | null,
  lock: OpenLock | null,
  digests: ReadonlyMap<string, string>,
  signal: AbortSignal,
): AsyncGenerator<MoveProgress> {
  const missing = new Set(digests.keys())
  const unreadable: LockRow[] = []
  let done = 0
  for await (const rows of listRows(server, to, signal)) {
    for (const row of rows) {
      try {
        const text = await readRow(row, lock)
        const key = textKey(row)
        if (key && digests.get(key) === (await digestOf(text))) missing.delete(key)
      } catch (thrown) {
        if (!(thrown instanceof UnreadableRow)) throw thrown
        unreadable.push(row)
      }
    }
    done += rows.length
    yield { step: 'checking', done, unreadable }
  }
  if (unreadable.length > 0) throw new MoveError('unreadable', unreadable.length)
  if (missing.size > 0) throw new MoveError('not_found_again', missing.size)
}

/** Lists all rows of a lock, page by page; each row once, and an end even if the server repeats itself. */
async function* listRows(
  server: RowServer,
  from: string | null,
  signal: AbortSignal,
): AsyncGenerator<LockRow[]> {
  const listed = new Set<string>()
  const cursors = new Set<string>()
  let after: string | null = null
  do {
    const cursor: string | null = after
    const { rows, next }: RowPage = await retry(() => server.list(from, cursor, signal), signal)
    const fresh = rows.filter((row) => !listed.has(rowKey(row)) && listed.add(rowKey(row)))
    if (fresh.length > 0) yield fresh
    after = next
    if (next !== null && cursors.has(next)) return
    if (next !== null) cursors.add(next)
  } while (after !== null)
}

/** More would stop the page for longer: each is read before the first is encrypted. */
const convertedAtOnce = 25

async function convertRows(rows: LockRow[], from: OpenLock | null, to: OpenLock | null) {
  const converted: ConvertedRow[] = []
  const failed: LockRow[] = []
  const convert = async (row: LockRow) => {
    try {
      converted.push(await convertRow(row, from, to))
    } catch (thrown) {
      if (!(thrown instanceof UnreadableRow)) throw thrown
      failed.push(row)
    }
  }
  for (let start = 0; start < rows.length; start += convertedAtOnce)
    await Promise.all(rows.slice(start, start + convertedAtOnce).map(convert))
  return { converted, failed }
}

type SentBatch = { moved: ConvertedRow[]; refused: ConvertedRow[] }

/** Rows that were moved, each once, whatever the server answers. One that the server refuses to store stays, and does not stop the others. */
async function sendBatch(
  server: RowServer,
  job: MoveJob,
  batch: ConvertedRow[],
  signal: AbortSignal,
): Promise<SentBatch> {
  const rows = batch.map(({ moved }) => moved)
  try {
    const { results } = await retry(() => server.move(job.from, job.to, rows, signal), signal)
    const outcomes = new Map(results.map((result) => [rowKey(result), result.outcome]))
    return { moved: batch.filter(({ moved }) => outcomes.get(rowKey(moved)) === 'moved'), refused: [] }
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem) || thrown.status !== 400) throw thrown
    if (batch.length === 1) return { moved: [], refused: batch }
    const half = Math.ceil(batch.length / 2)
    const first = await sendBatch(server, job, batch.slice(0, half), signal)
    const second = await sendBatch(server, job, batch.slice(half), signal)
    return { moved: [...first.moved, ...second.moved], refused: [...first.refused, ...second.refused] }
  }
}

/** @returns false if rows came meanwhile */
async function isFinished(server: RowServer, { from, finish }: MoveJob, signal: AbortSignal) {
  try {
    await retry(() => server.finish(finish, signal), signal)
    return true
  } catch (thrown) {
    if (!(thrown instanceof ApiProblem)) throw thrown
    // The end of unlocking deletes the lock: an answer was lost, or another device was quicker.
    if (thrown.status === 404 && from === finish) return true
    if (thrown.status === 409) return false
    throw thrown
  }
}

const attempts = 5
/** Milliseconds before the second attempt; twice as long before each further one. */
const firstPause = 500

/** Repeats a request that got no answer, or that the server had no time for. Each can be sent twice. */
async function retry<Result>(request: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await request()
    } catch (thrown) {
      const isBrief = thrown instanceof ApiProblem && [0, 429, 502, 503, 504].includes(thrown.status)
      if (!isBrief || attempt === attempts) throw thrown
      await pause(firstPause * 2 ** (attempt - 1), signal)
    }
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}

/** @throws if the lock is closed: the caller opens it first */
function openLock(locks: ReadonlyMap<string, OpenLock>, lock_id: string | null): OpenLock | null {
  if (lock_id === null) return null
  const lock = locks.get(lock_id)
  if (!lock) throw new Error('the lock is closed')
  return lock
}

const httpServer: RowServer = {
  list: (from, after, signal) =>
    apiFetch(
      `/journal-lock/rows?${new URLSearchParams({ from: from ?? 'none', ...(after !== null && { after }) })}`,
      { signal },
    ),
  move: (from, to, rows, signal) =>
    apiFetch('/journal-lock/rows', { method: 'POST', body: { from, to, rows }, signal }),
  finish: (lock_id, signal) => apiFetch(`/journal-lock/${lock_id}/finish`, { method: 'POST', signal }),
}
