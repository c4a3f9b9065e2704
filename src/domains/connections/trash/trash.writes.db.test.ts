import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, testJournal } from '../../../../test/support/user.ts'
import { readEntry } from '../entries.reads.server.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'
import { listTrash } from './trash.reads.server.ts'
import { deleteEntry, eraseOldTrash, eraseTrash, restoreEntry } from './trash.writes.server.ts'

const database = testDatabase()
const { journal, advance } = testJournal(database)
let all: pg.Client
beforeAll(async () => {
  all = await database.connect()
})
afterAll(() => all.end())

type User = Awaited<ReturnType<typeof createTestUser>>

async function write({ owner }: User, content: string, id = uuidv7()) {
  const saved = await saveEntry(journal, owner, { id, content, linked_term_id: null })
  if (saved.outcome !== 'saved') throw new Error(saved.outcome)
  return saved.entry
}
async function trashOf({ owner }: User) {
  const result = await listTrash(journal, owner)
  if (result.outcome !== 'listed') throw new Error(result.outcome)
  return result
}
const newUser = () => createTestUser(database)

describe('A deleted Connection', () => {
  test('leaves the journal, keeps its text in the trash, and comes back as it was', async () => {
    const ana = await newUser()
    const entry = await write(ana, 'She hid my keys.')
    advance(60_000)
    expect(await deleteEntry(journal, ana.owner, entry.id)).toBe(true)
    expect(await readEntry(journal, ana.owner, entry.id)).toEqual({ outcome: 'not_found' })
    expect((await trashOf(ana)).entries).toEqual([
      { ...entry, deleted_at: journal.clock.now().toISOString() },
    ])
    expect(await restoreEntry(journal, ana.owner, entry.id)).toEqual({ outcome: 'restored' })
    // The answer was lost, and the request is sent again.
    expect(await restoreEntry(journal, ana.owner, entry.id)).toEqual({ outcome: 'restored' })
    expect(await readEntry(journal, ana.owner, entry.id)).toEqual({ outcome: 'found', entry })
    expect((await trashOf(ana)).entries).toEqual([])
    const changed = await changeEntry(journal, ana.owner, entry.id, { revision: 1, content: 'And my purse.' })
    expect(changed.outcome).toBe('saved')
  })

  test('stays in the trash when the request is sent again', async () => {
    const ana = await newUser()
    const { id } = await write(ana, 'One.')
    await deleteEntry(journal, ana.owner, id)
    expect(await deleteEntry(journal, ana.owner, id)).toBe(false)
    expect((await trashOf(ana)).entries).toHaveLength(1)
  })

  test('can be saved again under its id, and then takes nothing along when it is restored', async () => {
    const ana = await newUser()
    const { id } = await write(ana, 'Before.')
    await deleteEntry(journal, ana.owner, id)
    await write(ana, 'After.', id)
    expect(await restoreEntry(journal, ana.owner, id)).toMatchObject({ outcome: 'forbidden' })
    expect((await trashOf(ana)).entries[0]?.content).toBe('Before.')
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({ entry: { content: 'After.' } })
    await deleteEntry(journal, ana.owner, id)
    expect((await trashOf(ana)).entries[0]?.content).toBe('After.')
  })

  test('can be erased alone or with all others', async () => {
    const ana = await newUser()
    const ids = []
    for (const text of ['One.', 'Two.', 'Three.']) ids.push((await write(ana, text)).id)
    for (const id of ids) await deleteEntry(journal, ana.owner, id)
    expect(await eraseTrash(journal, ana.owner, ids[0])).toBe(1)
    expect(await eraseTrash(journal, ana.owner, ids[0])).toBe(0)
    expect((await trashOf(ana)).entries).toHaveLength(2)
    expect(await eraseTrash(journal, ana.owner)).toBe(2)
    expect((await trashOf(ana)).entries).toEqual([])
  })

  test('is listed with the last deleted first, in pages that neither skip nor repeat one', async () => {
    const ana = await newUser()
    const ids: string[] = []
    for (let count = 0; count < 45; count++) {
      const { id } = await write(ana, `Number ${count}.`)
      // Some in the same moment.
      if (count % 3 === 0) advance(1_000)
      await deleteEntry(journal, ana.owner, id)
      ids.push(id)
    }
    const seen: string[] = []
    for (let after: { deleted_at: string; id: string } | undefined; ; ) {
      const page = await listTrash(journal, ana.owner, after)
      if (page.outcome !== 'listed') throw new Error(page.outcome)
      seen.push(...page.entries.map(({ id }) => id))
      if (!page.next) break
      after = page.next
    }
    expect(seen).toEqual(ids.toReversed())
  })

  test('is out of reach for others, and for texts that are no id', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const { id } = await write(ana, 'Mine.')
    await deleteEntry(journal, ana.owner, id)
    expect(await restoreEntry(journal, ben.owner, id)).toEqual({ outcome: 'not_found' })
    expect(await eraseTrash(journal, ben.owner, id)).toBe(0)
    expect((await trashOf(ben)).entries).toEqual([])
    for (const text of ['', 'x', `${id}'`, '\u0000']) {
      expect(await restoreEntry(journal, ana.owner, text)).toEqual({ outcome: 'not_found' })
      expect(await eraseTrash(journal, ana.owner, text)).toBe(0)
    }
    expect((await trashOf(ana)).entries).toHaveLength(1)
  })
})

describe('After 30 days', () => {
  test('the trash of everyone is erased, and nothing else, though the job names nobody', async () => {
    const [ana, ben] = [await newUser(), await newUser()]
    const [old, fresh, kept] = [
      await write(ana, 'Old.'),
      await write(ben, 'Fresh.'),
      await write(ben, 'Kept.'),
    ]
    await deleteEntry(journal, ana.owner, old.id)
    await deleteEntry(journal, ben.owner, fresh.id)
    await all.query(
      `update deleted_entries set deleted_at = now() - interval '30 days 1 minute' where id = $1`,
      [old.id],
    )
    await all.query(
      `update deleted_entries set deleted_at = now() - interval '29 days 23 hours' where id = $1`,
      [fresh.id],
    )
    await eraseOldTrash(database.auth)
    const { rows } = await all.query('select id from deleted_entries where id = any ($1)', [
      [old.id, fresh.id],
    ])
    expect(rows).toEqual([{ id: fresh.id }])
    expect(await readEntry(journal, ben.owner, kept.id)).toMatchObject({ outcome: 'found' })
  })
})
