import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, saveTestEntry, syncTerms, testJournal } from '../../../../test/support/user.ts'
import type { EntryChange } from '../entries.contract.ts'
import { readEntry } from '../entries.reads.server.ts'
import { changeEntry } from '../entries.writes.server.ts'
import { deleteEntry, eraseOldTrash, eraseTrash, restoreEntry } from '../trash/trash.writes.server.ts'
import { listVersions, readVersion } from './versions.reads.server.ts'
import { versionLimits } from './versions.rules.ts'
import { eraseVersions } from './versions.writes.server.ts'

const database = testDatabase()
const { journal, advance, lines } = testJournal(database)
const minute = 60_000
let all: pg.Client
let apple = ''
beforeAll(async () => {
  all = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => all.end())

type User = Awaited<ReturnType<typeof createTestUser>>
const newUser = () => createTestUser(database)

/** Saves a Connection with these texts, one after another, a minute apart. */
async function write(user: User, texts: string[], id = uuidv7()) {
  for (const [index, content] of texts.entries()) {
    advance(minute)
    if (index === 0) await saveTestEntry(journal, user, { content, id })
    else await change(user, id, { revision: index, content })
  }
  return id
}
async function change({ owner }: User, id: string, entryChange: EntryChange) {
  const result = await changeEntry(journal, owner, id, entryChange)
  if (result.outcome !== 'saved') throw new Error(result.outcome)
  return result.entry
}
async function versionsOf({ owner }: User, id: string, before?: number) {
  const result = await listVersions(journal, owner, id, before)
  if (result.outcome !== 'listed') throw new Error(result.outcome)
  return result
}
const textsOf = async (user: User, id: string) =>
  (await versionsOf(user, id)).versions.map(({ content }) => content)
const storedOf = async (id: string) =>
  (await all.query('select revision, deleted_at from entry_versions where id = $1 order by revision', [id]))
    .rows

describe('A save', () => {
  test('keeps the version before with all that it says, and encrypted', async () => {
    const ana = await newUser()
    const id = uuidv7()
    const first = await saveTestEntry(journal, ana, {
      id,
      content: 'She hid my keys.',
      linked_term_id: apple,
    })
    advance(minute)
    const details = {
      happened: { date: '2026-03', time: null, about: true, time_zone: null },
      tags: ['home'],
      record: { place: 'Kitchen', people: '', proof: '', disclosed_to: '' },
    }
    const second = await change(ana, id, { revision: 1, ...details })
    advance(minute)
    const third = await change(ana, id, { revision: 2, content: 'She hid them again.', linked_term_ids: [] })
    const of = ({ entry_type: _, created_at: __, ...version }: typeof first, replaced_at: string) => ({
      ...version,
      replaced_at,
    })
    const versions = [of(second, third.updated_at), of(first, second.updated_at)]
    expect(await versionsOf(ana, id)).toEqual({ outcome: 'listed', versions, next: null })
    expect(await readVersion(journal, ana.owner, id, 1)).toEqual({ outcome: 'found', version: versions[1] })
    for (const revision of [3, 4, 0, -1])
      expect(await readVersion(journal, ana.owner, id, revision)).toEqual({ outcome: 'not_found' })
    const { rows } = await all.query('select sealed from entry_versions where id = $1', [id])
    for (const { sealed } of rows) expect(String(sealed)).not.toMatch(/keys|Kitchen|home|2026/)
  })

  test('that changes nothing, conflicts, or is sent again keeps none', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.'])
    await change(ana, id, { revision: 1, content: 'One.' })
    expect(await textsOf(ana, id)).toEqual([])
    await change(ana, id, { revision: 2, content: 'Two.' })
    const again = { revision: 2, content: 'Two.' }
    expect(await changeEntry(journal, ana.owner, id, again)).toMatchObject({ outcome: 'already' })
    const other = { revision: 2, content: 'Of another page.' }
    expect(await changeEntry(journal, ana.owner, id, other)).toMatchObject({ outcome: 'conflict' })
    const lost = { revision: 3, linked_term_ids: [uuidv7()] }
    expect(await changeEntry(journal, ana.owner, id, lost)).toMatchObject({ outcome: 'no_such_term' })
    expect(await textsOf(ana, id)).toEqual(['One.'])
    expect(await storedOf(id)).toMatchObject([{ revision: 2 }])
  })

  test('of several at once keeps one version, and the others conflict', async () => {
    const ana = await newUser()
    const id = await write(ana, ['Before.'])
    // All connections are open.
    await Promise.all(Array.from({ length: 6 }, () => textsOf(ana, id)))
    const saves = Array.from({ length: 6 }, (_, index) =>
      // An id in an address has any case.
      changeEntry(journal, ana.owner, index % 2 ? id : id.toUpperCase(), {
        revision: 1,
        content: `Of ${index}.`,
      }),
    )
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(5)
    expect(await textsOf(ana, id)).toEqual(['Before.'])
  })

  test('that is cut off changes neither the Connection nor its versions', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.', 'Two.'])
    await all.query(`create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
      create constraint trigger cut_off after update on journal_entries deferrable initially deferred
        for each row execute function cut_off()`)
    try {
      const changed = changeEntry(journal, ana.owner, id, { revision: 2, content: 'Three.' })
      await expect(changed).rejects.toThrow('cut off')
    } finally {
      await all.query('drop function cut_off cascade')
    }
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({ entry: { content: 'Two.', revision: 2 } })
    expect(await textsOf(ana, id)).toEqual(['One.'])
  })

  test('beyond 50 versions removes one in between', async () => {
    const ana = await newUser()
    const texts = Array.from({ length: versionLimits.entry + 5 }, (_, index) => `Number ${index + 1}.`)
    const id = await write(ana, texts)
    const left = await textsOf(ana, id)
    expect(left).toHaveLength(versionLimits.entry)
    expect(left[0]).toBe(texts.at(-2))
    expect(left.at(-1)).toBe('Number 1.')
  })

  test('is refused when a thousand versions came in a day, and not the day after', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.', 'Two.'])
    await all.query(
      `insert into entry_versions (user_id, id, revision, sealed, updated_at, replaced_at)
         select user_id, gen_random_uuid(), number, '', updated_at, replaced_at
         from entry_versions, generate_series(2, $2) number where id = $1`,
      [id, versionLimits.day],
    )
    const next = { revision: 2, content: 'Three.' }
    expect(await changeEntry(journal, ana.owner, id, next)).toEqual({
      outcome: 'forbidden',
      reason: expect.stringContaining('1,000 times within a day'),
    })
    expect(await changeEntry(journal, ana.owner, id, { revision: 2 })).toMatchObject({ outcome: 'saved' })
    advance(24 * 60 * minute)
    await change(ana, id, { ...next, revision: 3 })
  })
})

describe('A history', () => {
  test('of long texts comes in pages that neither skip nor repeat a version', async () => {
    const ana = await newUser()
    const texts = Array.from({ length: 9 }, (_, index) => `${index}${'\u0001'.repeat(99_000)}`)
    const id = await write(ana, texts)
    const seen: (string | null)[] = []
    let pages = 0
    for (let before: number | null | undefined; before !== null; pages++) {
      const page = await versionsOf(ana, id, before)
      seen.push(...page.versions.map(({ content }) => content))
      before = page.next
    }
    expect(seen).toEqual(texts.slice(0, -1).toReversed())
    expect(pages).toBe(3)
  })

  test('is out of reach for others, and for texts that are no id', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const id = await write(ana, ['One.', 'Two.'])
    const none = { outcome: 'not_found' }
    for (const [user, text] of [
      [ben, id],
      [ana, uuidv7()],
      [ana, ''],
      [ana, `${id}'`],
      [ana, '\u0000'],
    ] as const) {
      expect(await listVersions(journal, user.owner, text)).toEqual(none)
      expect(await readVersion(journal, user.owner, text, 1)).toEqual(none)
      expect(await eraseVersions(journal, user.owner, text)).toBe(false)
    }
    expect(await textsOf(ana, id)).toEqual(['One.'])
  })

  test('can be erased, and begins again', async () => {
    const ana = await newUser()
    const [id, other] = [
      await write(ana, ['One.', 'Two.', 'Three.']),
      await write(ana, ['Other.', 'Others.']),
    ]
    expect(await eraseVersions(journal, ana.owner, id.toUpperCase())).toBe(true)
    expect(await eraseVersions(journal, ana.owner, id)).toBe(true)
    expect(await storedOf(id)).toEqual([])
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({ entry: { content: 'Three.' } })
    await change(ana, id, { revision: 3, content: 'Four.' })
    expect(await textsOf(ana, id)).toEqual(['Three.'])
    expect(await textsOf(ana, other)).toEqual(['Other.'])
  })

  test('shows the others where one was tampered with, or moved from another place', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.', 'Two.', 'Three.'])
    await all.query('update entry_versions set revision = 7 where id = $1 and revision = 1', [id])
    lines.length = 0
    expect(await textsOf(ana, id)).toEqual([null, 'Two.'])
    expect(lines).toMatchObject([{ level: 'error', fields: { row: id } }])
  })

  test('without the data key is not empty but unavailable', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.', 'Two.'])
    await all.query('delete from data_keys where user_id = $1', [ana.user_id])
    expect(await listVersions(journal, ana.owner, id)).toEqual({ outcome: 'undecryptable' })
    expect(await readVersion(journal, ana.owner, id, 1)).toEqual({ outcome: 'undecryptable' })
  })
})

describe('In the trash', () => {
  test('a Connection keeps its versions out of sight, and comes back with them', async () => {
    const ana = await newUser()
    const id = await write(ana, ['One.', 'Two.', 'Three.'])
    await deleteEntry(journal, ana.owner, id)
    expect(await listVersions(journal, ana.owner, id)).toEqual({ outcome: 'not_found' })
    expect(await readVersion(journal, ana.owner, id, 1)).toEqual({ outcome: 'not_found' })
    expect(await eraseVersions(journal, ana.owner, id)).toBe(false)
    expect(await storedOf(id)).toMatchObject(
      [1, 2].map((revision) => ({ revision, deleted_at: journal.clock.now() })),
    )
    await restoreEntry(journal, ana.owner, id)
    expect(await textsOf(ana, id)).toEqual(['Two.', 'One.'])
    await change(ana, id, { revision: 3, content: 'Four.' })
    expect(await textsOf(ana, id)).toEqual(['Three.', 'Two.', 'One.'])
  })

  test('it is erased with them, alone or with all others, and nothing else is', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const [one, two, kept] = [
      await write(ana, ['One.', '1.']),
      await write(ana, ['Two.', '2.']),
      await write(ana, ['Kept.', 'k.']),
    ]
    const other = await write(ben, ['Of Ben.', 'b.'])
    for (const id of [one, two]) await deleteEntry(journal, ana.owner, id)
    await deleteEntry(journal, ben.owner, other)
    expect(await eraseTrash(journal, ben.owner, one)).toBe(0)
    expect(await storedOf(one)).toHaveLength(1)
    expect(await eraseTrash(journal, ana.owner, one)).toBe(1)
    expect([await storedOf(one), await storedOf(two)].map(({ length }) => length)).toEqual([0, 1])
    expect(await eraseTrash(journal, ana.owner)).toBe(1)
    expect(await storedOf(two)).toEqual([])
    expect(await textsOf(ana, kept)).toEqual(['Kept.'])
    expect(await storedOf(other)).toHaveLength(1)
  })

  test('one that was saved again under its id has its own versions', async () => {
    const ana = await newUser()
    const id = await write(ana, ['Old 1.', 'Old 2.', 'Old 3.', 'Old 4.'])
    await deleteEntry(journal, ana.owner, id)
    await write(ana, ['New 1.', 'New 2.'], id)
    expect(await textsOf(ana, id)).toEqual(['New 1.'])
    // The version of the trash that has this number gives way.
    expect((await storedOf(id)).map(({ deleted_at }) => deleted_at === null)).toEqual([true, false, false])
    await deleteEntry(journal, ana.owner, id)
    await restoreEntry(journal, ana.owner, id)
    expect(await textsOf(ana, id)).toEqual(['New 1.'])
    expect(await storedOf(id)).toHaveLength(1)
  })

  test('erasing it leaves the versions of the one that was saved again', async () => {
    const ana = await newUser()
    const id = await write(ana, ['Old 1.', 'Old 2.', 'Old 3.'])
    await deleteEntry(journal, ana.owner, id)
    await write(ana, ['New 1.', 'New 2.'], id)
    expect(await eraseTrash(journal, ana.owner, id)).toBe(1)
    expect(await textsOf(ana, id)).toEqual(['New 1.'])
    expect(await storedOf(id)).toHaveLength(1)
  })

  test('it keeps its versions when those of the one that was saved again are erased', async () => {
    const ana = await newUser()
    const id = await write(ana, ['Old 1.', 'Old 2.', 'Old 3.'])
    await deleteEntry(journal, ana.owner, id)
    await write(ana, ['New 1.', 'New 2.'], id)
    await eraseVersions(journal, ana.owner, id)
    expect(await storedOf(id)).toMatchObject([{ revision: 2, deleted_at: expect.any(Date) }])
  })

  test('after 30 days it is erased with them by a job that names nobody, and nothing else is', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const [old, fresh, kept] = [
      await write(ana, ['Old.', 'o.']),
      await write(ben, ['Fresh.', 'f.']),
      await write(ben, ['Kept.', 'k.']),
    ]
    for (const [user, id] of [
      [ana, old],
      [ben, fresh],
    ] as const)
      await deleteEntry(journal, user.owner, id)
    for (const [id, age] of [
      [old, '30 days 1 minute'],
      [fresh, '29 days 23 hours'],
    ])
      for (const table of ['deleted_entries', 'entry_versions'])
        await all.query(`update ${table} set deleted_at = now() - $2::interval where id = $1`, [id, age])
    await eraseOldTrash(database.auth)
    expect(await storedOf(old)).toEqual([])
    expect(await storedOf(fresh)).toHaveLength(1)
    expect(await textsOf(ben, kept)).toEqual(['Kept.'])
    await expect(database.auth.selectFrom('entry_versions').selectAll().execute()).rejects.toThrow(
      'permission denied',
    )
  })
})

test('With the account all versions are deleted, also those in the trash', async () => {
  const ana = await newUser()
  const [id, deleted] = [await write(ana, ['One.', 'Two.']), await write(ana, ['Three.', 'Four.'])]
  await deleteEntry(journal, ana.owner, deleted)
  await all.query('delete from auth.users where id = $1', [ana.user_id])
  expect([...(await storedOf(id)), ...(await storedOf(deleted))]).toEqual([])
})
