import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchiveChunk } from '../../src/domains/account/export.contract.ts'
import { createArchive } from '../../src/domains/account/export.reads.server.ts'
import { saveEntry } from '../../src/domains/connections/entries.writes.server.ts'
import { changeState, finishLock } from '../../src/domains/connections/lock/locks.writes.server.ts'
import type { Owner } from '../../src/platform/owner.ts'
import { openArchive } from '../support/archive.ts'
import { createFullUser } from '../support/full-user-fixture.ts'
import { moveAllIn, noNotice, startTestLock } from '../support/locked-journal.ts'
import { personalTables } from '../support/personal-tables.ts'
import { testDatabase } from '../support/test-database.ts'
import { createTestUser, testJournal } from '../support/user.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

const place = () => ({ ...testJournal(database).journal, authDatabase: database.auth })

async function archiveOf(owner: Owner, timeZone = 'UTC') {
  const steps: ArchiveChunk[] = []
  for await (const step of createArchive(place(), owner, timeZone)) steps.push(step)
  return { ...openArchive(Buffer.concat(steps.map(({ part }) => part))), steps }
}

/** Columns that are not exported: credentials and keys, short-lived data, and the user's id in each row. */
const withheld: Record<string, string[]> = {
  'auth.users': ['email_key', 'password_hash'],
  'auth.sessions': ['id', 'user_id', 'token_hash', 'journal_reload_key'],
  'auth.factors': ['id', 'user_id', 'secret_sealed', 'last_step', 'credential_id', 'credential'],
  'auth.identities': ['id', 'user_id'],
  profiles: ['id'],
  saved_terms: ['user_id'],
  // A locked one has `locked`, with both.
  journal_entries: ['sealed', 'lock_id'],
  journal_drafts: ['sealed', 'lock_id', 'writer', 'sequence', 'entry_id'],
  deleted_entries: ['sealed', 'lock_id'],
  entry_versions: ['sealed', 'lock_id'],
  // The keyring is exported as an object, and has the id.
  journal_locks: ['keyring', 'user_id'],
}
const withheldTables = [
  ...[
    'auth.challenges',
    'auth.oauth_states',
    'auth.mail_tokens',
    'auth.recovery_codes',
    'auth.refresh_tokens',
  ],
  'data_keys',
]
const sections: Record<string, string> = {
  'auth.users': 'account',
  'auth.sessions': 'sessions',
  'auth.factors': 'factors',
  'auth.identities': 'identities',
  profiles: 'profile',
  saved_terms: 'favorites',
  journal_entries: 'connections',
  journal_drafts: 'drafts',
  deleted_entries: 'deleted_connections',
  entry_versions: 'connection_versions',
  journal_locks: 'journal_locks',
}

/** The rows of a user in a table as JSON, without the columns that are not exported. */
async function heldIn(table: string, user_id: string) {
  const whose = table === 'auth.users' || table === 'profiles' ? 'id' : 'user_id'
  const orders: Record<string, string> = {
    profiles: 'id',
    'auth.users': 'id',
    entry_versions: 'id, revision',
    journal_locks: 'id',
  }
  const order = orders[table] ?? 'created_at, id'
  const { rows } = await all.query(`select * from ${table} where ${whose} = $1 order by ${order}`, [user_id])
  return JSON.parse(JSON.stringify(rows)).map((row: object) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !withheld[table]?.includes(column))),
  )
}

test('Every personal table is exported, or is listed as not exported', async () => {
  expect([...Object.keys(sections), ...withheldTables].toSorted()).toEqual(await personalTables(all))
})

test('An export contains every field of the user’s rows, and every text unchanged', async () => {
  const words = [
    'Plain.',
    '  Two lines,\n\tkept "as" they are \\ \r\n',
    '😀 שלום \u202e عربي \u0000 \ud83d half',
    '</p><script>alert(1)</script> {{x}} <!--',
    'long '.repeat(19_999),
  ]
  const person = await createFullUser(database, all, 'ana@example.org', words)
  const other = await createFullUser(database, all, 'other@example.org', ['Nobody else reads this.'])
  const { names, data, pages } = await archiveOf(person.owner)

  expect(names).toEqual(['connections.html', 'data.json'])
  // `auto` is for right-to-left text.
  expect(pages).toContain('<p class="text" dir="auto">😀 שלום')
  for (const [table, section] of Object.entries(sections)) {
    const given = [data[section]].flat()
    const held = await heldIn(table, person.user_id)
    expect(held.length, table).toBeGreaterThan(0)
    expect(given, table).toHaveLength(held.length)
    for (const [index, row] of held.entries()) expect(given[index], table).toMatchObject(row)
  }
  expect(
    data.connections.map(({ content, linked_term_id }: object & Record<string, unknown>) => ({
      content,
      linked_term_id,
    })),
  ).toEqual(person.contents)
  expect(data.connections[1].term).toMatchObject({ term_name: 'Word Salad', slug: 'word-salad' })
  expect(data.drafts.map(({ content }: { content: string }) => content).toSorted()).toEqual([
    'Better so',
    'Not yet',
  ])
  expect(data.favorites).toMatchObject([{ term_name: 'Word Salad' }])
  expect(data.counts).toEqual({
    connections: words.length,
    connection_versions: 2,
    deleted_connections: 1,
    drafts: 2,
    favorites: 1,
  })
  expect(pages).toContain('Thrown away')
  expect(
    data.connection_versions.map(({ content, deleted_at }: Record<string, string | null>) => [
      content,
      deleted_at !== null,
    ]),
  ).toEqual([
    ['Not yet so.', false],
    ['Not yet thrown away', true],
  ])

  const everything = JSON.stringify(data) + pages
  for (const id of other.ids) expect(everything).not.toContain(id)
  expect(everything).not.toContain('Nobody else')
  for (const secret of person.secrets) {
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(everything).not.toContain(secret.toString(encoding))
  }
})

test('The export of a user without data says that there is none', async () => {
  const { owner } = await createTestUser(database)
  const { data, pages, steps } = await archiveOf(owner)
  expect(data).toMatchObject({ account: { id: owner.user_id }, connections: [], drafts: [], favorites: [] })
  expect(data.counts).toEqual({
    ...{ connections: 0, connection_versions: 0, deleted_connections: 0, drafts: 0, favorites: 0 },
  })
  expect(pages).toContain('There are none.')
  expect(steps.at(-1)).toMatchObject({ done: 0, of: 0 })
})

test('An export reports its progress, and reads only a few Connections before the first chunk', async () => {
  const words = Array.from({ length: 65 }, (_, number) => `Number ${number}.`)
  const { owner, journal } = await createFullUser(database, all, 'many@example.org', words)
  const steps = createArchive(place(), owner, 'UTC')
  const first = await steps.next()
  expect(first.value).toMatchObject({ of: 65 })
  expect(first.value?.done).toBeLessThan(65)
  // A Connection saved during the export may be in it; no other one is missing.
  await saveEntry(journal, owner, { content: 'Meanwhile.', linked_term_id: null })
  const rest = [first.value as ArchiveChunk]
  for await (const step of steps) rest.push(step)
  const far = rest.map(({ done }) => done)
  expect(far).toEqual(far.toSorted((one, other) => one - other))
  expect(rest.at(-1)).toEqual({ part: expect.anything(), done: 66, of: 66 })
  const { data } = openArchive(Buffer.concat(rest.map(({ part }) => part)))
  expect(data.connections.map(({ content }: { content: string }) => content)).toEqual([
    ...words,
    'Meanwhile.',
  ])
})

test('A Connection that was tampered with is exported as unreadable, and the others are complete', async () => {
  const { owner, entries } = await createFullUser(database, all, 'torn@example.org')
  await all.query(`update journal_entries set sealed = sealed || '\\x00' where id = $1`, [entries[0]])
  const { data, pages } = await archiveOf(owner)
  expect(data.connections).toMatchObject([
    { id: entries[0], content: null },
    { content: 'She said it never happened.' },
  ])
  expect(data.counts.connections).toBe(2)
  expect(pages).toContain('This one could not be opened.')
})

test('An export without the data key fails before its first chunk', async () => {
  const { owner, user_id } = await createFullUser(database, all, 'keyless@example.org')
  await all.query('delete from data_keys where user_id = $1', [user_id])
  await expect(createArchive(place(), owner, 'UTC').next()).rejects.toThrow('the data key does not open')
})

test('An export fails if the data key is deleted while it runs', async () => {
  const words = Array.from({ length: 30 }, (_, number) => `Number ${number}.`)
  const { owner, user_id } = await createFullUser(database, all, 'cut@example.org', words)
  const steps = createArchive(place(), owner, 'UTC')
  await steps.next()
  await all.query('delete from data_keys where user_id = $1', [user_id])
  const rest = async () => {
    for await (const _ of steps);
  }
  await expect(rest()).rejects.toThrow('the data key does not open')
})

test('In an export the readable pages run nothing, load nothing, and use the user’s time zone', async () => {
  const hostile = '<script>document.title="gone"</script><img src=x onerror=alert(1)>&amp;'
  const { owner } = await createFullUser(database, all, 'page@example.org', [hostile, 'Later that day.'])
  const { pages } = await archiveOf(owner, 'Asia/Tokyo')
  expect(pages).toContain(
    '&lt;script&gt;document.title=&quot;gone&quot;&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;',
  )
  expect(pages).not.toMatch(/<script|<img|<link|https?:|url\(/)
  expect(pages).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
  // 12:00 in UTC.
  expect(pages).toContain('Wednesday, March 4, 2026 at 9:00 PM')
  expect(pages).toContain('All times are those of Asia/Tokyo.')
  expect(pages).toContain('About: Word Salad')
  expect(pages).toContain('Begun and not saved')
})

test('An export of a locked journal has everything as it was encrypted, the keyring, and plain words about it', async () => {
  const { owner, journal, user_id } = await createFullUser(database, all, 'locked@example.org')
  await all.query('delete from journal_locks where user_id = $1', [user_id])
  const lock = await startTestLock(journal, owner)
  await moveAllIn(journal, owner, lock)
  await finishLock(journal, owner, lock.lock_id)
  const { data, pages } = await archiveOf(owner)
  expect(data.journal_locks).toMatchObject([
    { id: lock.lock_id, state: 'locked', rows: 7, keyring: { lock_id: lock.lock_id, user_id } },
  ])
  const texts: string[] = []
  for (const section of ['connections', 'connection_versions', 'deleted_connections', 'drafts'])
    for (const row of data[section]) {
      expect(row).toMatchObject({ content: null, terms: [], locked: { lock_id: lock.lock_id } })
      const { id, revision, writer, sequence } = row
      const place =
        section === 'drafts'
          ? ({ kind: 'draft', id, writer, sequence } as const)
          : ({ kind: 'entry', id, revision } as const)
      texts.push(JSON.parse(await lock.open(row.locked, place)).content)
    }
  expect(texts.toSorted()).toEqual(
    ['It rained.', 'She said it never happened.', 'Not yet so.', 'Not yet thrown away', 'Thrown away']
      .concat([...['Not yet', 'Better so']])
      .toSorted(),
  )
  expect(pages).toContain('Your journal is locked, and only you can open it.')
  expect(pages.match(/This one is locked/g)).toHaveLength(5)
  expect(pages).not.toContain('<p class="text" dir="auto"></p>')
  expect(data).not.toHaveProperty('set_aside')

  await changeState(journal, owner, lock.lock_id, 'set_aside', noNotice)
  const aside = await archiveOf(owner)
  expect(aside.data).toMatchObject({
    connections: [],
    drafts: [],
    deleted_connections: [],
    connection_versions: [],
  })
  expect(aside.data.set_aside).toHaveLength(7)
  expect(aside.data.counts).toMatchObject({ connections: 0, set_aside: 7 })
  expect(aside.data.journal_locks).toMatchObject([{ state: 'set_aside' }])
})
