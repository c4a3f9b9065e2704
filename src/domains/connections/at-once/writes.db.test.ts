import { sql } from 'kysely'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  newPerson,
  type Person,
  recall,
  syncTerms,
  testJournal,
  write,
} from '../../../../test/support/person.ts'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { watchedDatabase } from '../../../../test/support/statements.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { masterKey } from '../../../platform/crypto.server.ts'
import { asOwner } from '../../../platform/database/owner.server.ts'
import type { Recalled } from '../../../platform/owner.ts'
import { saveDraftSchema } from '../drafts/contract.ts'
import { saveDraft } from '../drafts/writes.server.ts'
import { listEntries, readEntry } from '../reads.server.ts'
import { most } from '../rules.ts'
import type { Journal } from '../sealed/reads.server.ts'
import { saveEntry } from '../writes.server.ts'
import { keepPages, listAsJson, listAtOnce } from './reads.server.ts'
import { gatherSaves, saveAtOnce } from './writes.server.ts'

const database = testDatabase()
const { journal } = testJournal(database)
const watched = watchedDatabase(database.at('unfog_app'), 'unfog_app')
const here: Journal = { ...journal, database: watched.database }
const saves = gatherSaves(here.database)
const nobodys = '019d0000-0000-7000-8000-000000000000'
const first = { offset: 0, limit: 20 }

let superuser: pg.Client
let apple = ''
let ana: Person
let recalled: Recalled

beforeAll(async () => {
  superuser = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(async () => {
  await superuser.end()
  await watched.database.destroy()
})
beforeEach(async () => {
  ana = await newPerson(database)
  recalled = await recall(database, ana, journal.clock.now())
  await write(here, ana, { content: 'First.' })
})

const save = (content: string, more: { id?: string; keeps_draft?: boolean; linked_term_id?: string } = {}) =>
  saveAtOnce(here, recalled, { content, linked_term_id: null, ...more }, saves)
const idsOf = async (table: string) => {
  const { rows } = await superuser.query(`select id from ${table} where user_id = $1`, [ana.user_id])
  return rows.map(({ id }) => id).sort()
}

describe('saving in one statement, for whose key was seen a moment ago', () => {
  test('reads back whole', async () => {
    const id = uuidv7()
    const asked = await watched.during(() => save('Third.\u{d83d}', { id }))
    expect(asked).toEqual([expect.stringContaining('save_entry')])
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({ entry: { content: 'Third.\u{d83d}' } })
    const linked = await save('Of an apple.', { linked_term_id: apple })
    expect(linked && (await readEntry(journal, ana.owner, linked.id))).toEqual({
      outcome: 'found',
      entry: linked,
    })
  })

  test('is done also for who has only looked at the list, or written a draft', async () => {
    const begun = saveDraftSchema.parse({ content: 'Begun', entry_revision: null, revision: null })
    const ways = [
      (journal: Journal) => listEntries(journal, ana.owner, { offset: 0, limit: 1 }),
      (journal: Journal) => saveDraft(journal, ana.owner, uuidv7(), begun),
    ]
    for (const way of ways) {
      // As another process, or a minute later.
      const another = { ...here, masterKey: masterKey(Buffer.alloc(32, 7)) }
      const given = { content: 'Here.', linked_term_id: null }
      expect(await saveAtOnce(another, recalled, given, saves)).toBeUndefined()
      await way(another)
      expect(await saveAtOnce(another, recalled, given, saves)).toMatchObject({ content: 'Here.' })
    }
  })

  test('leaves the connection to whoever asks next as it was: nobody is asking', async () => {
    for (let turn = 0; turn < 8; turn++) {
      expect(await save('Mine.')).toBeDefined()
      expect(await watched.database.selectFrom('journal_entries').selectAll().execute()).toEqual([])
    }
  })

  test('is done once under one id, also of ten at once', async () => {
    const id = uuidv7()
    const sent = await Promise.all(Array.from({ length: 10 }, () => save('Once.', { id })))
    expect(sent.filter(Boolean)).toHaveLength(1)
    expect(await save('Twice.', { id })).toBeUndefined()
    expect(await readEntry(journal, ana.owner, id)).toMatchObject({
      entry: { content: 'Once.', revision: 1 },
    })
  })

  test('ends its draft, and no other; one that another page wrote stays', async () => {
    const [mine, kept, other] = [uuidv7(), uuidv7(), uuidv7()]
    for (const id of [mine, kept, other]) {
      await superuser.query(
        `insert into journal_drafts (user_id, id, revision, sealed, created_at, updated_at) values ($1, $2, 1, '\\x00', now(), now())`,
        [ana.user_id, id],
      )
    }
    await save('Mine.', { id: mine })
    await save('Kept.', { id: kept, keeps_draft: true })
    expect(await idsOf('journal_drafts')).toEqual([kept, other].sort())
  })

  test('is not done of what is not in the glossary', async () => {
    expect(await save('Of nothing.', { linked_term_id: nobodys })).toBeUndefined()
    expect(await idsOf('journal_entries')).toHaveLength(1)
  })

  test('is not done under a key that is not there any more: nobody could open it', async () => {
    await superuser.query('delete from data_keys where user_id = $1', [ana.user_id])
    expect(await save('For nobody.')).toBeUndefined()
    expect(await idsOf('journal_entries')).toHaveLength(1)
  })

  test('is not done by a key whose row is another by now, and nothing is read by it', async () => {
    await superuser.query("update data_keys set wrapped = '\\x00' where user_id = $1", [ana.user_id])
    expect(await save('For nobody.')).toBeUndefined()
    expect(await listEntries(here, ana.owner, first)).toMatchObject({ outcome: 'locked' })
    expect(await idsOf('journal_entries')).toHaveLength(1)
  })

  test('is not done for whose account may not write, or holds no journal', async () => {
    for (const not of [{ status: 'restricted' as const }, { journals: false }])
      expect(
        await saveAtOnce(here, { ...recalled, ...not }, { content: 'a', linked_term_id: null }, saves),
      ).toBeUndefined()
    expect(await idsOf('journal_entries')).toHaveLength(1)
  })

  test('goes on no further than to the end of the day', async () => {
    const now = journal.clock.now()
    await superuser.query(
      `insert into journal_entries (user_id, id, revision, entry_type, sealed, created_at, updated_at)
       select $1, gen_random_uuid(), 1, 'freeform', '\\x00', $2, $2 from generate_series(1, $3)`,
      [ana.user_id, now, most.entriesADay - 30],
    )
    const saved = []
    while (saved.length < 40) saved.push(Boolean(await save('One more.')))
    expect(saved).toEqual([...Array(29).fill(true), ...Array(11).fill(false)])
    const refused = await saveEntry(here, ana.owner, { content: 'One more.', linked_term_id: null })
    expect(refused.outcome).toBe('refused')
  })
})

describe('what several save in the same moment', () => {
  let people: { person: Person; recalled: Recalled }[]
  const saveAll = (ids: string[]) =>
    Promise.allSettled(
      people.map(({ recalled }, place) =>
        saveAtOnce(here, recalled, { id: ids[place], content: `Of ${place}.`, linked_term_id: null }, saves),
      ),
    )
  const contentOf = async ({ owner }: Person, id: string) => {
    const read = await readEntry(journal, owner, id)
    return read.outcome === 'found' ? read.entry.content : read.outcome
  }
  /** Who reads each of them, and what. */
  const readAll = (ids: string[]) =>
    Promise.all(people.map(({ person }, place) => contentOf(person, ids[place] ?? '')))
  const savedOf = (sent: PromiseSettledResult<unknown>[]) =>
    sent.map((one) => (one.status === 'fulfilled' ? Boolean(one.value) : 'thrown'))

  /** PostgreSQL does this before it takes in the Connection that has this id. */
  async function whenSaving(id: string, what: string, then: () => Promise<unknown>) {
    await superuser.query(`
      create function stumble() returns trigger language plpgsql security definer as $$
        begin if new.id = '${id}' then ${what} end if; return new; end $$;
      create trigger stumble before insert on journal_entries for each row execute function stumble()`)
    await then().finally(() => superuser.query('drop function stumble cascade'))
  }

  let ids: string[]
  beforeEach(async () => {
    people = []
    for (let count = 0; count < 3; count++) {
      const person = await newPerson(database)
      people.push({ person, recalled: await recall(database, person, journal.clock.now()) })
      await write(here, person, { content: 'First.' })
    }
    ids = people.map(() => uuidv7())
  })

  test('is one statement, and each has theirs alone', async () => {
    const asked = await watched.during(() => saveAll(ids))
    expect(asked).toHaveLength(1)
    expect(asked[0]?.match(/save_entry/g)).toHaveLength(3)
    expect(await readAll(ids)).toEqual(['Of 0.', 'Of 1.', 'Of 2.'])
    const [first, ...others] = people
    for (const { person } of others) expect(await contentOf(person, ids[0] ?? '')).toBe('not_found')
    expect(first && (await contentOf(first.person, ids[1] ?? ''))).toBe('not_found')
  })

  test('is more than one where they are many', async () => {
    const asked = await watched.during(() =>
      Promise.all(Array.from({ length: 20 }, (_, place) => save(`The ${place}.`))),
    )
    expect(asked.map((text) => text.match(/save_entry/g)?.length)).toEqual([8, 8, 4])
    expect(await idsOf('journal_entries')).toHaveLength(21)
  })

  test('is not saved of who has signed out, and is of the others', async () => {
    await superuser.query('delete from auth.sessions where user_id = $1', [people[1]?.person.user_id])
    expect(savedOf(await saveAll(ids))).toEqual([true, false, true])
    expect(await readAll(ids)).toEqual(['Of 0.', 'not_found', 'Of 2.'])
  })

  test('waits for nobody who is at work on one of them', async () => {
    const theirs = `hashtextextended('${ids[1]} of ${people[1]?.person.user_id}', 0)`
    await superuser.query(`select pg_advisory_lock(${theirs})`)
    try {
      expect(savedOf(await saveAll(ids))).toEqual([true, false, true])
    } finally {
      await superuser.query(`select pg_advisory_unlock(${theirs})`)
    }
  })

  test('fails for the one of them that PostgreSQL refuses', async () => {
    await whenSaving(ids[1] ?? '', "raise 'the disk is full' using errcode = '53100';", async () => {
      const sent = await saveAll(ids)
      expect(savedOf(sent)).toEqual([true, 'thrown', true])
      expect(sent[1]).toMatchObject({ reason: { code: '53100' } })
    })
    expect(await readAll(ids)).toEqual(['Of 0.', 'not_found', 'Of 2.'])
  })

  test('is not tried again after the line broke: nobody knows whether it was saved', async () => {
    await whenSaving(ids[1] ?? '', 'perform pg_terminate_backend(pg_backend_pid());', async () => {
      const asked = await watched.during(async () =>
        expect(savedOf(await saveAll(ids))).toEqual(['thrown', 'thrown', 'thrown']),
      )
      expect(asked).toHaveLength(1)
    })
    expect(await readAll(ids)).toEqual(['not_found', 'not_found', 'not_found'])
  })
})

describe('for who was let in a moment ago', () => {
  const pages = keepPages()
  const list = () => listAtOnce(here, recalled, first, pages)
  const auth = (statement: string) =>
    superuser.query(`${statement} where user_id = $1`, [ana.user_id]).then(() => undefined)
  const account = (change: string) =>
    superuser.query(`update auth.users set ${change} where id = $1`, [ana.user_id])

  beforeEach(async () => {
    await listAsJson(here, ana.owner, first, pages)
    expect(await list()).toBeDefined()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['signed out, here or elsewhere', () => auth('delete from auth.sessions')],
    ['was locked by hand', () => auth('update auth.sessions set locks_at = now()')],
    [
      'was seen since: the whole way writes it down',
      () => auth('update auth.sessions set last_seen_at = now()'),
    ],
    ['has shown a second step', () => auth("update auth.sessions set aal = 'aal2'")],
    ['was suspended', () => account("status = 'suspended'")],
    ['was restricted', () => account("status = 'restricted'")],
    ['has another plan', () => account("plan = 'journal'")],
    [
      'has a second factor since',
      () =>
        superuser.query(
          `insert into auth.factors (id, user_id, factor_type, status) values ($1, $2, 'totp', 'verified')`,
          [uuidv7(), ana.user_id],
        ),
    ],
    ['is erased', () => superuser.query('delete from auth.users where id = $1', [ana.user_id])],
  ])('and %s, neither lists nor saves anything', async (_what, change) => {
    await change()
    const before = await idsOf('journal_entries')
    expect(await list()).toBeUndefined()
    expect(await save('By nobody.')).toBeUndefined()
    expect(await idsOf('journal_entries')).toEqual(before)
  })

  test('is proven by their own session alone', async () => {
    const ben = await recall(database, await newPerson(database), journal.clock.now())
    for (const seen of [
      ben.seen,
      { ...recalled.seen, session_id: ben.seen.session_id },
      { ...recalled.seen, session_version: String(Number(recalled.seen.session_version) + 1) },
      { ...recalled.seen, account_version: String(Number(recalled.seen.account_version) - 1) },
      { ...recalled.seen, had_factor: true },
    ]) {
      expect(await listAtOnce(here, { ...recalled, seen }, first, pages)).toBeUndefined()
      expect(
        await saveAtOnce(here, { ...recalled, seen }, { content: 'a', linked_term_id: null }, saves),
      ).toBeUndefined()
    }
    expect(await idsOf('journal_entries')).toHaveLength(1)
  })

  test('is answered by functions that nobody else may call', async () => {
    for (const call of [
      'own_page(null, now(), 0, 20)',
      "save_entry(null, null, '', '', '', '', now(), true, 1, 1)",
      'session_unchanged(null, null, null, null, true)',
    ])
      await expect(sql`select ${sql.raw(call)}`.execute(database.auth)).rejects.toThrow('permission denied')
    const asked = asOwner(database.app, ana.owner, (own) =>
      own.selectFrom('auth.sessions').select('id').execute(),
    )
    await expect(asked).rejects.toThrow('permission denied')
  })
})
