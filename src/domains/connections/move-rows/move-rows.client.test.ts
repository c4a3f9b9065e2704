import { describe, expect, test } from 'vitest'
import { ApiProblem } from '../../../platform/api-client.ts'
import { fromBase64, randomBytes, toBase64 } from '../keyring/bytes.rules.ts'
import { lockKeys, openEnvelope } from '../keyring/envelope.rules.ts'
import type { LockRow, MovedRow } from '../lock/lock.contract.ts'
import type { OpenLock } from '../open-lock/open-locks.client.ts'
import { MoveError, type MoveProgress, moveRows, type RowServer } from './move-rows.client.ts'
import { batchLimits, convertRow, rowKey, toMoveBatches } from './move-rows.rules.ts'

const user_id = crypto.randomUUID()
const time = '2026-03-04T05:06:07.890Z'

async function newLock(): Promise<OpenLock> {
  const lock_id = crypto.randomUUID()
  return { lock_id, user_id, generation: 3, ...(await lockKeys(randomBytes(32), lock_id)) }
}

const plainRow = (content: string, more: Partial<LockRow> = {}): LockRow => ({
  ...{
    table: 'journal_entries',
    id: crypto.randomUUID(),
    revision: 1,
    locked: null,
    writer: null,
    sequence: null,
  },
  ...{ document: JSON.stringify({ v: 2, content, extra: [1] }), created_at: time, updated_at: time },
  ...more,
})

/** Stores rows as the server does: a row moves if its revision and lock match. */
function memoryServer(rows: LockRow[]) {
  const stored = new Map(rows.map((row) => [rowKey(row), row]))
  const finished: string[] = []
  let requests = 0
  const lockOf = (row: LockRow) => row.locked?.lock_id ?? null
  const server: RowServer = {
    list: async (from, after) => {
      const all = [...stored.values()].filter((row) => lockOf(row) === from)
      const place = after === null ? 0 : all.findIndex((row) => rowKey(row) > after)
      const sorted = all.sort((one, other) => (rowKey(one) < rowKey(other) ? -1 : 1))
      const start = after === null ? 0 : sorted.findIndex((row) => rowKey(row) > after)
      const page = start < 0 || place < 0 ? [] : sorted.slice(start, start + 40)
      const last = page.at(-1)
      return structuredClone({ rows: page, next: last && last !== sorted.at(-1) ? rowKey(last) : null })
    },
    move: async (from, to, moved) => {
      requests++
      return {
        results: moved.map((row) => {
          const { table, id, revision } = row
          const old = stored.get(rowKey(row))
          if (!old) return { table, id, revision, outcome: 'gone' as const }
          if (lockOf(old) === to) return { table, id, revision, outcome: 'moved' as const }
          if (lockOf(old) !== from) return { table, id, revision, outcome: 'changed' as const }
          stored.set(rowKey(row), storedAs(old, row))
          return { table, id, revision, outcome: 'moved' as const }
        }),
      }
    },
    finish: async (lock_id) => {
      finished.push(lock_id)
    },
  }
  return { server, stored, finished, requests: () => requests }
}

const storedAs = (
  old: LockRow,
  { document, locked, created_at, updated_at, writer, sequence }: MovedRow,
): LockRow => ({
  ...old,
  ...{
    document: document ?? null,
    locked: locked ?? null,
    writer: writer ?? null,
    sequence: sequence ?? null,
  },
  ...(created_at && { created_at }),
  ...(updated_at && { updated_at }),
})

async function run(
  server: RowServer,
  from: OpenLock | null,
  to: OpenLock | null,
  signal = new AbortController().signal,
) {
  const locks = new Map([from, to].flatMap((lock) => (lock ? [[lock.lock_id, lock] as const] : [])))
  const job = { from: from?.lock_id ?? null, to: to?.lock_id ?? null, finish: (from ?? to)?.lock_id ?? '' }
  const steps: MoveProgress[] = []
  for await (const step of moveRows(job, locks, signal, server)) steps.push(step)
  return steps
}

/** Opens a stored row without the code under test. */
async function textOf(row: LockRow, lock: OpenLock) {
  const { lock_id } = lock
  const draft = { kind: 'draft', id: row.id, writer: row.writer ?? '', sequence: row.sequence ?? -1 } as const
  const entry = { kind: 'entry', id: row.id, revision: row.revision } as const
  const place = { lock_id, user_id, ...(row.table === 'journal_drafts' ? draft : entry) }
  const { json } = await openEnvelope(lock.contentKey, fromBase64(row.locked?.data ?? ''), place)
  return JSON.parse(json)
}

describe('Moving rows', () => {
  test('locks every kind of row with its exact times and unknown fields, and back gives the same', async () => {
    const lock = await newLock()
    const rows = [
      plainRow('An entry'),
      plainRow('A version', { table: 'entry_versions', revision: 4 }),
      plainRow('Deleted', { table: 'deleted_entries' }),
      plainRow('A draft', { table: 'journal_drafts' }),
      ...Array.from({ length: 250 }, (_, number) => plainRow(`Number ${number}`)),
    ]
    const { server, stored, finished } = memoryServer(rows)
    const steps = await run(server, null, lock)
    expect(finished).toEqual([lock.lock_id])
    expect(steps.filter(({ step }) => step === 'moving').at(-1)?.done).toBe(rows.length)
    expect(steps.at(-1)).toMatchObject({ step: 'checking', done: rows.length })
    for (const row of rows) {
      const now = stored.get(rowKey(row)) as LockRow
      expect(now.document).toBeNull()
      const expected = { ...JSON.parse(row.document ?? ''), created_at: time, updated_at: time }
      expect(await textOf(now, lock)).toEqual(expected)
    }
    // Its times are rounded where they are stored, and exact in the envelope.
    for (const [key, row] of stored) stored.set(key, { ...row, created_at: '2026-03-04T05:00:00.000Z' })
    await run(server, lock, null)
    for (const row of rows)
      expect(stored.get(rowKey(row))).toEqual({ ...row, document: expect.any(String), created_at: time })
    expect([...stored.values()].map(({ document }) => JSON.parse(document ?? ''))).toEqual(
      expect.arrayContaining(rows.map(({ document }) => JSON.parse(document ?? ''))),
    )
  })

  test('from a lock to a newer one never sends a readable text', async () => {
    const [old, newer] = [await newLock(), await newLock()]
    const { server, stored } = memoryServer([plainRow('One'), plainRow('Two')])
    await run(server, null, old)
    const sent: string[] = []
    const watched: RowServer = {
      ...server,
      move: (from, to, rows, signal) => {
        sent.push(JSON.stringify(rows))
        return server.move(from, to, rows, signal)
      },
    }
    await run(watched, old, newer)
    expect(sent.join()).not.toMatch(/One|Two|content/)
    for (const row of stored.values()) expect((await textOf(row, newer)).content).toMatch(/One|Two/)
  })

  test('is cut anywhere and goes on without a loss', async () => {
    const lock = await newLock()
    const rows = Array.from({ length: 230 }, (_, number) => plainRow(`Number ${number}`))
    const { server, stored, finished } = memoryServer(rows)
    for (let cut = 1; finished.length === 0; cut++) {
      expect(cut).toBeLessThan(30)
      const controller = new AbortController()
      let requests = 0
      // Each time one request further; the last one arrives, but its answer does not.
      const cutting: RowServer = {
        ...server,
        move: async (...request) => {
          const answer = await server.move(...request)
          if (++requests < 2) return answer
          controller.abort()
          throw new DOMException('cut', 'AbortError')
        },
      }
      await run(cutting, null, lock, controller.signal).catch((thrown: Error) =>
        expect(thrown.name).toBe('AbortError'),
      )
      for (const row of rows) {
        const now = stored.get(rowKey(row)) as LockRow
        const text = now.locked ? await textOf(now, lock) : JSON.parse(now.document ?? '')
        expect(text.content).toBe(JSON.parse(row.document ?? '').content)
      }
    }
  })
})

describe('A row that does not open', () => {
  test('stays as it is, is named, and the lock is not finished', async () => {
    const lock = await newLock()
    const bad = [
      plainRow('', { document: null }),
      plainRow('', { document: 'no JSON' }),
      plainRow('', { document: '[]' }),
    ]
    const { server, stored, finished } = memoryServer([plainRow('Good'), ...bad])
    const before = bad.map((row) => stored.get(rowKey(row)))
    await expect(run(server, null, lock)).rejects.toEqual(new MoveError('unreadable', 3))
    expect(bad.map((row) => stored.get(rowKey(row)))).toEqual(before)
    expect(finished).toEqual([])
    expect([...stored.values()].filter(({ locked }) => locked)).toHaveLength(1)
  })

  test.each([
    ['is damaged', (row: LockRow) => ({ ...row.locked, data: flip(row.locked?.data ?? '') })],
    ['is empty', (row: LockRow) => ({ ...row.locked, data: '' })],
    ['is no base64', (row: LockRow) => ({ ...row.locked, data: '*' })],
  ])('because its envelope %s is not sent back as anything', async (_, change) => {
    const lock = await newLock()
    const [good, bad] = [plainRow('Good'), plainRow('Bad')]
    const { server, stored, finished } = memoryServer([good, bad])
    await run(server, null, lock)
    const row = stored.get(rowKey(bad)) as LockRow
    const damaged = { ...row, locked: change(row) } as LockRow
    stored.set(rowKey(bad), damaged)
    finished.length = 0
    await expect(run(server, lock, null)).rejects.toMatchObject({ reason: 'unreadable', count: 1 })
    expect(stored.get(rowKey(bad))).toEqual(damaged)
    expect(JSON.parse(stored.get(rowKey(good))?.document ?? '').content).toBe('Good')
    expect(finished).toEqual([])
  })

  test('because it was exchanged with another row or revision stays, too', async () => {
    const lock = await newLock()
    const rows = [plainRow('One'), plainRow('Two'), plainRow('Three')]
    const { server, stored, finished } = memoryServer(rows)
    await run(server, null, lock)
    finished.length = 0
    const [one, two, three] = rows.map((row) => stored.get(rowKey(row)) as LockRow) as [
      LockRow,
      LockRow,
      LockRow,
    ]
    stored.set(rowKey(one), { ...one, locked: two.locked })
    stored.set(rowKey(two), { ...two, locked: one.locked })
    // The server lies about the revision.
    stored.delete(rowKey(three))
    stored.set(rowKey({ ...three, revision: 2 }), { ...three, revision: 2 })
    await expect(run(server, lock, null)).rejects.toMatchObject({ reason: 'unreadable', count: 3 })
    expect(finished).toEqual([])
    expect([...stored.values()].every(({ document }) => document === null)).toBe(true)
  })
})

describe('Answers of a hostile or a broken server', () => {
  test('that say "moved" for rows that stayed end in an error before the lock is finished', async () => {
    const lock = await newLock()
    const { server, finished } = memoryServer([plainRow('One'), plainRow('Two')])
    const lying: RowServer = {
      ...server,
      move: async (_, __, rows) => ({
        results: rows.map(({ table, id, revision }) => ({ table, id, revision, outcome: 'moved' })),
      }),
      // It also hides them.
      list: async (from, after, signal) =>
        lied++ > 0 && from === null ? none : server.list(from, after, signal),
    }
    let lied = 0
    const none = { rows: [], next: null }
    await expect(run(lying, null, lock)).rejects.toEqual(new MoveError('not_found_again', 2))
    expect(finished).toEqual([])
  })

  test('that say "changed" forever end', async () => {
    const lock = await newLock()
    const { server, finished } = memoryServer([plainRow('One')])
    const stubborn: RowServer = {
      ...server,
      move: async (_, __, rows) => ({
        results: rows.map(({ table, id, revision }) => ({ table, id, revision, outcome: 'changed' })),
      }),
    }
    await expect(run(stubborn, null, lock)).rejects.toEqual(new MoveError('no_progress', 1))
    expect(finished).toEqual([])
  })

  test('with results of other rows, twice, or none at all count for nothing', async () => {
    const lock = await newLock()
    const { server, stored } = memoryServer([plainRow('One'), plainRow('Two')])
    let answers = 0
    const odd: RowServer = {
      ...server,
      move: async (...request) => {
        const { results } = await server.move(...request)
        if (answers++ === 0) return { results: [] }
        const stranger = { table: 'journal_entries', id: crypto.randomUUID(), revision: 1 } as const
        return { results: [...results, ...results, { ...stranger, outcome: 'moved' }] }
      },
    }
    const steps = await run(odd, null, lock)
    expect(steps.every(({ done }) => done <= 2)).toBe(true)
    expect([...stored.values()].every(({ locked }) => locked)).toBe(true)
  })

  test('that repeat pages and rows end', async () => {
    const lock = await newLock()
    const { server, stored } = memoryServer([plainRow('One'), plainRow('Two')])
    const repeating: RowServer = {
      ...server,
      list: async (from, after, signal) => {
        const { rows } = await server.list(from, null, signal)
        return { rows: [...rows, ...rows], next: after === null ? 'a' : after === 'a' ? 'b' : 'a' }
      },
    }
    await run(repeating, null, lock)
    expect([...stored.values()].every(({ locked }) => locked)).toBe(true)
  })

  test('that list a row of another lock as a plain one never overwrite it', async () => {
    const [lock, other] = [await newLock(), await newLock()]
    const { server, stored } = memoryServer([plainRow('One')])
    await run(server, null, other)
    const [row] = [...stored.values()] as [LockRow]
    const mixing: RowServer = {
      ...server,
      list: async (from) => ({ rows: from === null ? [row] : [], next: null }),
    }
    await expect(run(mixing, null, lock)).rejects.toMatchObject({ reason: 'unreadable' })
    expect(stored.get(rowKey(row))).toEqual(row)
  })

  test('that another device changed a text while it was read back stop the end', async () => {
    const lock = await newLock()
    const { server, stored, finished } = memoryServer([plainRow('One'), plainRow('Two')])
    const losing: RowServer = {
      ...server,
      list: async (from, after, signal) => {
        // A row gets lost.
        if (from === lock.lock_id) stored.delete([...stored.keys()][0] ?? '')
        return server.list(from, after, signal)
      },
    }
    await expect(run(losing, null, lock)).rejects.toEqual(new MoveError('not_found_again', 1))
    expect(finished).toEqual([])
  })

  test('that refuse one row do not stop the others', async () => {
    const lock = await newLock()
    const rows = Array.from({ length: 9 }, (_, number) => plainRow(`Number ${number}`))
    const { server, stored, finished } = memoryServer(rows)
    const refusing: RowServer = {
      ...server,
      move: (from, to, moved, signal) =>
        moved.some(({ id }) => id === rows[4]?.id)
          ? Promise.reject(new ApiProblem(400, 'invalid'))
          : server.move(from, to, moved, signal),
    }
    await expect(run(refusing, null, lock)).rejects.toEqual(new MoveError('unreadable', 1))
    expect([...stored.values()].filter(({ locked }) => locked)).toHaveLength(8)
    expect(finished).toEqual([])
  })

  test('that rows came meanwhile move these, too', async () => {
    const lock = await newLock()
    const { server, stored, finished } = memoryServer([plainRow('One')])
    const busy: RowServer = {
      ...server,
      finish: async (lock_id, signal) => {
        if (stored.size > 1) return server.finish(lock_id, signal)
        const late = plainRow('Late')
        stored.set(rowKey(late), late)
        throw new ApiProblem(409, 'rows remain')
      },
    }
    await run(busy, null, lock)
    expect(finished).toEqual([lock.lock_id])
    expect([...stored.values()].every(({ locked }) => locked)).toBe(true)
  })

  test('that are lost for a moment are asked for again', async () => {
    const lock = await newLock()
    const { server, stored } = memoryServer([plainRow('One')])
    let failures = 0
    const shaky: RowServer = {
      ...server,
      move: async (...request) => {
        const answer = await server.move(...request)
        if (failures++ === 0) throw new ApiProblem(0, 'no response')
        return answer
      },
    }
    const steps = await run(shaky, null, lock)
    expect(steps.filter(({ step }) => step === 'moving').at(-1)?.done).toBe(1)
    expect([...stored.values()].every(({ locked }) => locked)).toBe(true)
  })
})

test('A request has at most so many rows and bytes, and a long row goes alone', async () => {
  const lock = await newLock()
  const contents = [
    ...Array.from({ length: 130 }, (_, number) => `Number ${number}`),
    'x'.repeat(1_000_000),
    'last',
  ]
  const converted = await Promise.all(contents.map((content) => convertRow(plainRow(content), null, lock)))
  expect([...toMoveBatches(converted)].map(({ length }) => length)).toEqual([batchLimits.rows, 30, 1, 1])
  expect([...toMoveBatches([])]).toEqual([])
})

function flip(data: string): string {
  const bytes = fromBase64(data)
  bytes[30] = (bytes[30] ?? 0) ^ 1
  return toBase64(bytes)
}
