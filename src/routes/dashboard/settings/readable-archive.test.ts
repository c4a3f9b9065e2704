import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountData } from '../../../domains/account/export.contract.ts'
import { writeData, writeHtml } from '../../../domains/account/export.rules.ts'
import { zipFiles } from '../../../domains/account/zip-files.rules.ts'
import type { Entry } from '../../../domains/connections/entries.contract.ts'
import { toBase64 } from '../../../domains/connections/keyring/bytes.rules.ts'
import {
  type EnvelopePlace,
  lockKeys,
  sealEnvelope,
} from '../../../domains/connections/keyring/envelope.rules.ts'
import type { LockRow } from '../../../domains/connections/lock/lock.contract.ts'

const [user_id, lock_id, otherLock] = [uuidv7(), uuidv7(), uuidv7()]
const made_at = new Date('2026-03-04T12:00:00Z')
const term = { id: uuidv7(), slug: 'gaslighting', term_name: 'Gaslighting', tags: [], retired: false }
const keys = await lockKeys(new Uint8Array(32).fill(7), lock_id)

const entryOf = (content: string, created_at: string, change: Partial<Entry> = {}): Entry => ({
  ...{ id: uuidv7(), user_id, content, linked_term_id: term.id, entry_type: 'term_linked' },
  ...{ term, linked_term_ids: [term.id], happened: null, tags: ['phone'], terms: [term] },
  record: { place: '', people: '', proof: '', disclosed_to: '' },
  ...{ revision: 1, created_at, updated_at: created_at, ...change },
})
/** Of a lock that nobody can open for now. */
const setAside: LockRow = {
  ...{ table: 'entry_versions', id: uuidv7(), revision: 2, document: null },
  locked: { lock_id: otherLock, data: 'AAAA' },
  ...{ created_at: made_at.toISOString(), updated_at: made_at.toISOString(), writer: null, sequence: null },
}
const toHour = (time: string) => `${time.slice(0, 13)}:00:00.000Z`

/** As the server has it. */
async function lock<Row extends Entry>(row: Row, place: Partial<EnvelopePlace> = {}): Promise<Row> {
  const { id, revision, content, linked_term_ids, happened, tags, record, created_at, updated_at } = row
  const document = { v: 2, content, linked_term_ids, happened, tags, record, created_at, updated_at }
  const whole = { lock_id, user_id, kind: 'entry', id, revision, ...place } as EnvelopePlace
  const data = toBase64(await sealEnvelope(keys.contentKey, JSON.stringify(document), whole, 1))
  const times = { created_at: toHour(created_at), updated_at: toHour(updated_at) }
  const empty = { content: null, linked_term_id: null, term: null, linked_term_ids: [], terms: [], tags: [] }
  return { ...row, ...empty, entry_type: 'freeform', ...times, locked: { lock_id: whole.lock_id, data } }
}

async function* batchesOf<Row>(rows: Row[]) {
  for (const row of rows) yield [row]
}

type Rows = {
  connections: Entry[]
  versions: Entry[]
  deleted: Entry[]
  drafts: Entry[]
  setAside?: LockRow[]
}

/** The archive as the server writes it. */
async function archiveOf({ connections, versions, deleted, drafts, setAside }: Rows): Promise<Blob> {
  const account = { account: { id: user_id }, profile: null, favorites: [{ term_name: 'Apple' }], drafts }
  const accountData = {
    identities: [],
    factors: [],
    sessions: [],
    ...account,
    journal_locks: [],
  } as unknown as AccountData
  const files = {
    'connections.html': writeHtml(
      made_at,
      'UTC',
      accountData.drafts,
      batchesOf(connections),
      batchesOf(deleted) as never,
    ),
    'data.json': writeData(made_at, accountData, {
      connections: batchesOf(connections),
      connection_versions: batchesOf(versions) as never,
      deleted_connections: batchesOf(deleted) as never,
      ...(setAside && { set_aside: batchesOf(setAside) }),
    }),
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of zipFiles(files, made_at, async () => {})) parts.push(part)
  return new Blob(parts)
}

async function unpack(archive: Blob) {
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const plain: Rows = {
  connections: [
    entryOf('In the morning.', '2024-03-14T08:05:00.000Z'),
    entryOf('A little later </p> \ud83d.', '2024-03-14T08:50:00.000Z', { revision: 3 }),
    entryOf('In the evening.', '2024-03-14T20:00:01.000Z'),
  ],
  versions: [entryOf('At first.', '2024-03-14T08:51:00.000Z', { revision: 2 })],
  deleted: [entryOf('Thrown away.', '2024-03-15T09:09:09.009Z')],
  drafts: [entryOf('Not yet.', '2024-03-16T10:10:10.010Z')],
}

const load = async () => ({
  ...(await import('../../../domains/connections/open-lock/open-locks.client.ts')),
  ...(await import('./readable-archive.ts')),
})
let modules: Awaited<ReturnType<typeof load>>
beforeEach(async () => {
  // They remember locks and terms.
  vi.resetModules()
  vi.stubGlobal('fetch', async () => Response.json({ terms: [term] }))
  modules = await load()
  modules.addOpenLock({ lock_id, user_id, generation: 1, ...keys })
})
afterEach(() => vi.unstubAllGlobals())

const readable = (
  archive: Blob,
  onProgress = (_: { done: number; of: number }) => {},
  stop = new AbortController(),
) => modules.toReadableArchive(archive, { timeZone: 'UTC', signal: stop.signal, onProgress })

async function lockAll(rows: Rows): Promise<Rows> {
  const all = (list: Entry[]) => Promise.all(list.map((row) => lock(row)))
  const [morning, later, evening] = await all(rows.connections)
  const [draft] = rows.drafts as [Entry]
  const origin = { entry_revision: null, writer: uuidv7(), sequence: 4 }
  return {
    // The server does not know the order within an hour.
    connections: [later, morning, evening] as Entry[],
    versions: await all(rows.versions),
    deleted: await all(rows.deleted),
    drafts: [{ ...(await lock(draft, { kind: 'draft', ...origin })), ...origin } as Entry],
  }
}

describe('A readable archive', () => {
  test('is what the server writes for a journal without a lock', async () => {
    const steps: string[] = []
    const made = await readable(await archiveOf(await lockAll(plain)), ({ done, of }) =>
      steps.push(`${done}/${of}`),
    )
    expect(made.locked).toBe(0)
    const [opened, expected] = [await unpack(made.archive), await unpack(await archiveOf(plain))]
    expect(Object.keys(opened)).toEqual(Object.keys(expected))
    expect(opened['connections.html']).toBe(expected['connections.html'])
    const data = JSON.parse(opened['data.json'] ?? '')
    const [{ writer: _, sequence: __, entry_revision: ___, ...draft }] = data.drafts
    expect({ ...data, drafts: [draft] }).toEqual(JSON.parse(expected['data.json'] ?? ''))
    expect(steps.at(-1)).toBe('9/9')
    expect(new Set(steps).size).toBeGreaterThan(4)
  })

  test('leaves locked what does not open, and counts it', async () => {
    const rows = await lockAll(plain)
    const [first] = rows.connections as [Entry]
    const moved = { ...first, id: uuidv7() }
    const ofOtherLock = await lock(entryOf('Long ago.', '2023-01-01T01:01:01.000Z'), { lock_id: otherLock })
    const damaged = { ...first, id: uuidv7(), locked: { lock_id, data: 'AAAA' } }
    const closed = [ofOtherLock, moved, damaged]
    const archive = { ...rows, connections: [...closed, ...rows.connections], setAside: [setAside] }
    const made = await readable(await archiveOf(archive))
    expect(made.locked).toBe(3)
    const files = await unpack(made.archive)
    const { connections, set_aside, counts } = JSON.parse(files['data.json'] ?? '')
    expect([set_aside, counts.set_aside]).toEqual([[setAside], 1])
    for (const row of closed) expect(connections).toContainEqual(JSON.parse(JSON.stringify(row)))
    expect(connections).toHaveLength(6)
    expect(files['connections.html']?.match(/This one is locked/g)).toHaveLength(3)
    expect(files['connections.html']).not.toContain('<p class="text" dir="auto"></p>')
  })

  test('is not made from a cut archive, from one that lacks something, or after the journal was closed', async () => {
    const archive = await archiveOf(await lockAll(plain))
    await expect(readable(archive.slice(0, archive.size - 30))).rejects.toThrow()
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
    const data = strFromU8(files['data.json'] as Uint8Array)
    for (const text of [
      data.replace('"connections":3', '"connections":4'),
      data.replace('"drafts":1', '"drafts":0'),
      data.slice(0, -20),
    ]) {
      const changed = new Blob([zipSync({ 'data.json': strToU8(text) }) as Uint8Array<ArrayBuffer>])
      await expect(readable(changed)).rejects.toThrow(/whole|early/)
    }
    await expect(readable(archive, () => modules.closeLocks())).rejects.toThrow('the journal was closed')
  })

  test('can be stopped', async () => {
    const stop = new AbortController()
    const making = readable(await archiveOf(await lockAll(plain)), () => stop.abort(), stop)
    await expect(making).rejects.toThrow('stopped')
  })
})
