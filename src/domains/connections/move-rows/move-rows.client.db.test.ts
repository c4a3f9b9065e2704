import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFullUser } from '../../../../test/support/full-user-fixture.ts'
import {
  goOn,
  makeKeyring,
  newSecrets,
  openKeyring,
  readAll,
  readLocks,
  type Secrets,
} from '../../../../test/support/lock-device.ts'
import { sameOrigin } from '../../../../test/support/personal-endpoints.ts'
import { testApp } from '../../../../test/support/test-app.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { ApiProblem, apiFetch } from '../../../platform/api-client.ts'
import { saveDraft } from '../drafts/drafts.writes.server.ts'
import { changeEntry } from '../entries.writes.server.ts'
import { importEntries } from '../import/import.writes.server.ts'
import { replaceSlot } from '../keyring/keyring.rules.ts'
import type { JournalLocks } from '../lock/lock.contract.ts'

const database = testDatabase()
let all: pg.Client
let served: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  served = await testApp(database)
  all = await database.connect()
  await all.query(strikes)
})
afterAll(() => all.end())
afterEach(() => vi.unstubAllGlobals())

/** Ends the connection, as a killed process does, or fills the disk, in the middle of a transaction: at a row of a table. */
const strikes = `
  create table strikes (on_table text, on_operation text, at_row int, sqlstate text);
  create sequence struck_rows;
  create function strike() returns trigger language plpgsql security definer set search_path = public as $$
  declare armed strikes;
  begin
    select * into armed from strikes where on_table = tg_table_name and on_operation = tg_op;
    if found and nextval('struck_rows') >= armed.at_row then
      if armed.sqlstate is not null then raise 'could not extend file' using errcode = armed.sqlstate; end if;
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(10);
    end if;
    return null;
  end $$;
  ${['journal_locks', 'journal_entries', 'journal_drafts', 'entry_versions', 'deleted_entries', 'data_keys']
    .map(
      (table) =>
        `create trigger strike after insert or update or delete on ${table} for each row execute function strike();`,
    )
    .join('\n')}`

type Strike = { table: string; operation: 'INSERT' | 'UPDATE' | 'DELETE'; row?: number; sqlstate?: string }
async function arm({ table, operation, row = 1, sqlstate }: Strike) {
  await all.query(`select setval('struck_rows', 1, false)`)
  await all.query('insert into strikes values ($1, $2, $3, $4)', [table, operation, row, sqlstate ?? null])
}
const disarm = () => all.query('delete from strikes')

let ana: Awaited<ReturnType<typeof createFullUser>>
let secrets: Secrets[]
let before: Map<string, unknown>
let count = 0

/** 140 Connections with details and exact times, versions, drafts and trash: two requests of rows. */
beforeEach(async () => {
  ana = await createFullUser(database, all, `cut-${count++}@example.org`)
  await all.query('delete from journal_locks where user_id = $1', [ana.user_id])
  const entries = Array.from({ length: 140 }, (_, number) => ({
    ...{
      id: uuidv7(),
      content: `Imported ${number}. \ud83c\udf27 `,
      linked_term_ids: number % 3 ? [] : [ana.term_id],
    },
    ...{ tags: [`tag ${number}`], happened: { date: '2024-02', time: null, about: true, time_zone: null } },
    record: { place: `Room ${number}`, people: '', proof: '', disclosed_to: '' },
    created_at: new Date(Date.UTC(2024, 1, 3, number, 4, 5, 678)).toISOString(),
    updated_at: new Date(Date.UTC(2025, 1, 3, number, 4, 5, 679)).toISOString(),
  }))
  for (const part of [entries.slice(0, 70), entries.slice(70)])
    expect(await importEntries(ana.journal, ana.owner, part)).toMatchObject({ outcome: 'imported' })
  secrets = [newSecrets()]
  useDevice()
  before = await readAll('kit', secrets)
  expect(before.size).toBe(147)
})

type Fault = { method: string; path: RegExp; nth?: number; is: 'not sent' | 'answer lost' | Strike }
type Network = { hasStruck: () => boolean; signal: AbortSignal }

/**
 * A device of the person, with a network to the server in this process.
 *
 * @param fault ends the device at that request: it sends nothing from then on, unless it is sturdy
 */
function useDevice(fault?: Fault, { isSturdy = false } = {}): Network {
  let hasStruck = false
  let requests = 0
  const death = new AbortController()
  const send = (url: string, { headers, ...init }: RequestInit = {}) =>
    served.app.request(url, { ...init, headers: { ...headers, ...sameOrigin, Cookie: ana.cookie } })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (death.signal.aborted) throw new TypeError('the device is off')
    const isStruck =
      fault &&
      (init.method ?? 'GET') === fault.method &&
      fault.path.test(url) &&
      ++requests === (fault.nth ?? 1)
    if (!isStruck) return send(url, init)
    if (typeof fault.is === 'object') await arm(fault.is)
    const answer = fault.is === 'not sent' ? undefined : await send(url, init)
    await disarm()
    if (typeof fault.is === 'object') expect(answer?.status, 'while it is struck').toBe(503)
    hasStruck = true
    if (isSturdy && answer && typeof fault.is === 'object') return answer
    if (!isSturdy) death.abort()
    throw new TypeError('no answer came')
  })
  return { hasStruck: () => hasStruck, signal: death.signal }
}

/** Everything is there once, with the same text and times, opens by phrase and by kit, and the sums are right. */
async function expectEverything(current: readonly Secrets[] = secrets): Promise<JournalLocks> {
  for (const by of ['phrase', 'kit'] as const) expect(await readAll(by, current)).toEqual(before)
  const locks = await readLocks()
  const hidden = locks.locks.filter(({ state }) => state === 'set_aside')
  const { total } = await apiFetch<{ total: number }>('/journal-entries?limit=1')
  if (hidden.length === 0) expect(total).toBe(142)
  return locks
}

const currentOf = ({ locks }: JournalLocks) =>
  locks.find(({ state }) => state === 'locking' || state === 'locked')
const lockOf = async (...states: string[]) =>
  (await readLocks()).locks.find(({ state }) => states.includes(state))
const post = (path: string, body?: object) => apiFetch(path, { method: 'POST', ...(body && { body }) })

/** What a person does on the page. Each can be done again on another device after a cut. */
const doings = {
  async lock(signal: AbortSignal) {
    const [latest = newSecrets()] = secrets.slice(-1)
    if (!currentOf(await readLocks()))
      await post('/journal-lock', { keyring: (await makeKeyring(ana.user_id, latest)).keyring })
    await goOn('phrase', secrets, signal)
  },
  async unlock(signal: AbortSignal) {
    const current = currentOf(await readLocks())
    if (current) await post(`/journal-lock/${current.id}/unlock`)
    await goOn('kit', secrets, signal)
  },
  async setAside() {
    const current = currentOf(await readLocks())
    if (current) await post(`/journal-lock/${current.id}/set-aside`)
  },
  async bringBack(signal: AbortSignal) {
    const aside = await lockOf('set_aside')
    if (aside) await post(`/journal-lock/${aside.id}/resume`)
    await goOn('phrase', secrets, signal)
  },
  /** The newest secrets are those after it. */
  async renewKit() {
    const current = currentOf(await readLocks())
    if (!current) throw new Error('it is not locked')
    const { keyring } = current
    const newest = secrets.at(-1) as Secrets
    const journalKey = await openKeyring(keyring, 'phrase', secrets)
    const next = await replaceSlot(keyring, journalKey, { kind: 'kit', entropy: newest.entropy })
    const body = { keyring: next, generation: keyring.generation, change: 'kit' }
    await apiFetch(`/journal-lock/${current.id}/keyring`, { method: 'PUT', body })
  },
}
type Doing = keyof typeof doings

const never = new AbortController().signal
/** A new lock beside the one that is set aside. */
async function lockBeside() {
  await doings.lock(never)
  await doings.setAside()
  secrets.push(newSecrets())
  await doings.lock(never)
}

const rows = { method: 'POST', path: /lock\/rows$/ }
const start = { method: 'POST', path: /journal-lock$/ }
const finish = { method: 'POST', path: /finish$/ }
const killed = (table: string, operation: Strike['operation'], row = 1): Strike => ({ table, operation, row })
const full = (table: string, row = 1): Strike => ({ table, operation: 'UPDATE', row, sqlstate: '53100' })

/** What is done before, what is cut, and where. */
const points: [string, Doing[], Doing, Fault][] = [
  ['the start of locking is not sent', [], 'lock', { ...start, is: 'not sent' }],
  ['the answer of the start is lost', [], 'lock', { ...start, is: 'answer lost' }],
  ['the server is killed while it starts', [], 'lock', { ...start, is: killed('journal_locks', 'INSERT') }],
  ['the rows to lock are not listed', [], 'lock', { method: 'GET', path: /rows[?]/, is: 'not sent' }],
  ['no row was sent yet', [], 'lock', { ...rows, is: 'not sent' }],
  ['the answer of the first rows is lost', [], 'lock', { ...rows, is: 'answer lost' }],
  [
    'the server is killed at the 50th row',
    [],
    'lock',
    { ...rows, is: killed('journal_entries', 'UPDATE', 50) },
  ],
  [
    'the server is killed at the last Connection',
    [],
    'lock',
    { ...rows, nth: 2, is: killed('journal_entries', 'UPDATE', 42) },
  ],
  [
    'the server is killed at a version',
    [],
    'lock',
    { ...rows, nth: 2, is: killed('entry_versions', 'UPDATE') },
  ],
  [
    'the disk fills at a draft',
    [],
    'lock',
    { ...rows, nth: 2, is: { table: 'journal_drafts', operation: 'UPDATE', sqlstate: '53100' } },
  ],
  [
    'the disk fills at the 30th row',
    [],
    'lock',
    { ...rows, is: { table: 'journal_entries', operation: 'UPDATE', row: 30, sqlstate: '53100' } },
  ],
  [
    'all rows are moved, and not yet read back',
    [],
    'lock',
    { method: 'GET', path: /from=[0-9a-f]/, is: 'not sent' },
  ],
  ['the end of locking is not sent', [], 'lock', { ...finish, is: 'not sent' }],
  [
    'the server is killed after it destroyed its key',
    [],
    'lock',
    { ...finish, is: killed('data_keys', 'DELETE') },
  ],
  [
    'the server is killed after it ended locking',
    [],
    'lock',
    { ...finish, is: killed('journal_locks', 'UPDATE') },
  ],
  ['the answer of the end of locking is lost', [], 'lock', { ...finish, is: 'answer lost' }],
  [
    'the answer of a new kit is lost',
    ['lock'],
    'renewKit',
    { method: 'PUT', path: /keyring$/, is: 'answer lost' },
  ],
  ['a new kit is not sent', ['lock'], 'renewKit', { method: 'PUT', path: /keyring$/, is: 'not sent' }],
  [
    'the server is killed while it stores a new kit',
    ['lock'],
    'renewKit',
    { method: 'PUT', path: /keyring$/, is: killed('journal_locks', 'UPDATE') },
  ],
  [
    'the answer of the start of unlocking is lost',
    ['lock'],
    'unlock',
    { method: 'POST', path: /unlock$/, is: 'answer lost' },
  ],
  [
    'the server is killed while it starts to unlock',
    ['lock'],
    'unlock',
    { method: 'POST', path: /unlock$/, is: killed('journal_locks', 'UPDATE') },
  ],
  ['the server is killed at its new key', ['lock'], 'unlock', { ...rows, is: killed('data_keys', 'INSERT') }],
  [
    'the server is killed at the 50th row to unlock',
    ['lock'],
    'unlock',
    { ...rows, is: killed('journal_entries', 'UPDATE', 50) },
  ],
  [
    'the disk fills in the trash to unlock',
    ['lock'],
    'unlock',
    { ...rows, nth: 2, is: { table: 'deleted_entries', operation: 'UPDATE', sqlstate: '53100' } },
  ],
  ['the answer of unlocked rows is lost', ['lock'], 'unlock', { ...rows, nth: 2, is: 'answer lost' }],
  [
    'the server is killed while it deletes the lock',
    ['lock'],
    'unlock',
    { ...finish, is: killed('journal_locks', 'DELETE') },
  ],
  ['the answer of the end of unlocking is lost', ['lock'], 'unlock', { ...finish, is: 'answer lost' }],
  [
    'the server is killed while it sets aside',
    ['lock'],
    'setAside',
    { method: 'POST', path: /set-aside$/, is: killed('journal_locks', 'UPDATE') },
  ],
  [
    'the answer of setting aside is lost',
    ['lock'],
    'setAside',
    { method: 'POST', path: /set-aside$/, is: 'answer lost' },
  ],
  [
    'the server is killed while it takes up what was set aside',
    ['lock', 'setAside'],
    'bringBack',
    { method: 'POST', path: /resume$/, is: killed('journal_locks', 'UPDATE') },
  ],
  [
    'the answer of taking it up is lost',
    ['lock', 'setAside'],
    'bringBack',
    { method: 'POST', path: /resume$/, is: 'answer lost' },
  ],
]

describe('Cut where', () => {
  test.each(points)('%s, everything is there, opens, and goes on', async (_, done, doing, fault) => {
    for (const each of done) await doings[each](never)
    if (doing === 'renewKit') secrets.push({ ...(secrets[0] as Secrets), entropy: newSecrets().entropy })
    const { hasStruck, signal } = useDevice(fault)
    await doings[doing](signal).catch(() => {})
    expect(hasStruck(), 'the point is reached').toBe(true)
    useDevice()
    await expectEverything()
    // Another device, with nothing but what the person knows.
    await doings[doing](never)
    const { locks } = await expectEverything()
    const states = {
      lock: ['locked'],
      renewKit: ['locked'],
      unlock: [],
      setAside: ['set_aside'],
      bringBack: [],
    }
    expect(locks.map(({ state }) => state)).toEqual(states[doing])
    // And all the way back.
    if (doing === 'setAside') await doings.bringBack(never)
    await doings.unlock(never)
    expect((await expectEverything()).locks).toEqual([])
  })

  const returns: [string, Fault][] = [
    ['the server is killed at the 50th row', { ...rows, is: killed('journal_entries', 'UPDATE', 50) }],
    ['the answer of rows is lost', { ...rows, is: 'answer lost' }],
    [
      'the server is killed while it deletes the old lock',
      { ...finish, is: killed('journal_locks', 'DELETE') },
    ],
    ['the answer of the end is lost', { ...finish, is: 'answer lost' }],
  ]
  test.each(returns)(
    '%s on the way into a newer lock, everything is there, opens, and goes on',
    async (_, fault) => {
      await lockBeside()
      const { hasStruck, signal } = useDevice(fault)
      await doings.bringBack(signal).catch(() => {})
      expect(hasStruck(), 'the point is reached').toBe(true)
      useDevice()
      await expectEverything()
      await doings.bringBack(never)
      expect((await expectEverything()).locks).toMatchObject([{ state: 'locked', rows: before.size }])
    },
  )
})

describe('A device that stays on', () => {
  const sturdy: [string, Doing[], Doing, Fault][] = [
    ['the answer of rows to lock is lost', [], 'lock', { ...rows, is: 'answer lost' }],
    [
      'the server is killed at a row to lock',
      [],
      'lock',
      { ...rows, is: killed('journal_entries', 'UPDATE', 9) },
    ],
    ['the disk fills at a row to lock', [], 'lock', { ...rows, nth: 2, is: full('journal_entries', 9) }],
    [
      'the server is killed at the end of locking',
      [],
      'lock',
      { ...finish, is: killed('journal_locks', 'UPDATE') },
    ],
    ['the answer of the end of locking is lost', [], 'lock', { ...finish, is: 'answer lost' }],
    ['the answer of rows to unlock is lost', ['lock'], 'unlock', { ...rows, is: 'answer lost' }],
    ['the disk fills at a row to unlock', ['lock'], 'unlock', { ...rows, is: full('journal_entries', 9) }],
    ['the answer of the end of unlocking is lost', ['lock'], 'unlock', { ...finish, is: 'answer lost' }],
  ]
  test.each(sturdy)('goes on by itself when %s', async (_, done, doing, fault) => {
    for (const each of done) await doings[each](never)
    const { hasStruck } = useDevice(fault, { isSturdy: true })
    await doings[doing](never)
    expect(hasStruck()).toBe(true)
    const { locks } = await expectEverything()
    expect(locks.map(({ state }) => state)).toEqual(doing === 'lock' ? ['locked'] : [])
  })
})

/** Why a device stopped because another one was quicker. It changed nothing. */
const isQuicker = (thrown: unknown) => thrown instanceof ApiProblem && [404, 409].includes(thrown.status)

/** Two devices at once: at least one comes to the end, and the other was at most too late. */
async function atOnce(...work: Promise<unknown>[]) {
  const results = await Promise.allSettled(work)
  const failures = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(failures.filter((thrown) => !isQuicker(thrown))).toEqual([])
  expect(failures.length).toBeLessThan(work.length)
}

describe('Two devices', () => {
  test('that set up a lock at once make one', async () => {
    await atOnce(doings.lock(never), doings.lock(never))
    await goOn('kit', secrets)
    expect(await expectEverything()).toMatchObject({
      plain: 0,
      locks: [{ state: 'locked', rows: before.size }],
    })
  })

  test('that go on at once lock everything once, and so they unlock', async () => {
    await post('/journal-lock', { keyring: (await makeKeyring(ana.user_id, secrets[0] as Secrets)).keyring })
    await atOnce(goOn('kit', secrets), goOn('phrase', secrets))
    expect(await expectEverything()).toMatchObject({
      plain: 0,
      locks: [{ state: 'locked', rows: before.size }],
    })
    await atOnce(doings.unlock(never), doings.unlock(never))
    expect(await expectEverything()).toEqual({ plain: before.size, locks: [] })
  })

  test('of which one locks and the other takes it back end unlocked', async () => {
    await post('/journal-lock', { keyring: (await makeKeyring(ana.user_id, secrets[0] as Secrets)).keyring })
    await atOnce(doings.lock(never), doings.unlock(never))
    await expectEverything()
    await doings.unlock(never)
    expect(await expectEverything()).toEqual({ plain: before.size, locks: [] })
  })

  test('of which one locks while the other imports, writes and types lose nothing, and save nothing in plain text', async () => {
    const { journal, owner, entries } = ana
    const [edited = '', other = ''] = entries
    const content = (number: number) => `Meanwhile ${number}.`
    const saved: string[] = []
    /** Until the server refuses plain text. */
    async function untilLocked(
      work: (number: number) => Promise<{ outcome: string; journal_lock?: string | null }>,
    ) {
      for (let number = 1; ; number++) {
        const { outcome, journal_lock } = await work(number)
        if (outcome === 'forbidden' && journal_lock) return number - 1
        expect(outcome).toMatch(/^(?:saved|imported)$/)
        // As a page sends them.
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
    }
    const created_at = '2024-05-06T07:08:09.123Z'
    const typing = { writer: uuidv7(), linked_term_id: null, entry_revision: null }
    const draft = uuidv7()
    let revision: number | null = null
    const [imports, edits, drafts] = await Promise.all([
      untilLocked(async (number) => {
        const id = uuidv7()
        const result = await importEntries(journal, owner, [{ id, content: content(number), created_at }])
        if (result.outcome === 'imported') saved.push(id)
        return result
      }),
      untilLocked((number) =>
        changeEntry(journal, owner, other, { revision: number + 1, content: content(number) }),
      ),
      untilLocked(async (number) => {
        const change = { ...typing, sequence: number, revision, content: content(number) }
        const result = await saveDraft(journal, owner, draft, change)
        if (result.outcome === 'saved') revision = result.draft.revision
        return result
      }),
      (async () => {
        await new Promise((resolve) => setTimeout(resolve, 100))
        await doings.lock(never)
      })(),
    ])
    expect(Math.min(imports, edits, drafts), 'all were at work').toBeGreaterThan(0)
    for (const by of ['phrase', 'kit'] as const) {
      const after = await readAll(by, secrets)
      const now = (key: string) => after.get(key)?.content
      for (const [number, id] of saved.entries()) {
        expect(now(`journal_entries/${id}/1`)).toBe(content(number + 1))
        expect(after.get(`journal_entries/${id}/1`)).toMatchObject({ created_at })
      }
      expect(now(`journal_entries/${other}/${edits + 2}`)).toBe(content(edits))
      for (let number = 1; number < edits; number++)
        expect(now(`entry_versions/${other}/${number + 2}`)).toBe(content(number))
      expect(now(`journal_drafts/${draft}/${revision}`)).toBe(content(drafts))
      for (const [key, row] of before) if (!key.includes(other)) expect(after.get(key), key).toEqual(row)
      expect(after.size).toBe(before.size + imports + edits + 1)
    }
    expect(await readLocks()).toMatchObject({ plain: 0, locks: [{ state: 'locked' }] })
    expect(edited).not.toBe(other)
  })
})

test('A journal that is locked, unlocked and locked again, many times and with other devices, has no empty text', async () => {
  for (let round = 0; round < 3; round++) {
    await doings.lock(never)
    expect((await expectEverything()).plain).toBe(0)
    await doings.unlock(never)
    expect((await expectEverything()).locks).toEqual([])
  }
  await doings.lock(never)
  for (const { content } of (await readAll('kit', secrets)).values()) expect(content).toMatch(/\S/)
})
