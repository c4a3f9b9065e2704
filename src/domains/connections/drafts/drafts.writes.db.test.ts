import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sourceTerm } from '../../../../test/support/source-terms.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import {
  createTestUser,
  saveTestEntry,
  syncTerms,
  type TestUser,
  testJournal,
} from '../../../../test/support/user.ts'
import { planRequired, readOnlyAccount } from '../../../platform/messages.en.yaml'
import { limits } from '../entries.rules.ts'
import { changeEntry, saveEntry } from '../entries.writes.server.ts'
import * as messages from '../messages.en.yaml'
import { deleteEntry } from '../trash/trash.writes.server.ts'
import { type DraftChange, saveDraftSchema } from './drafts.contract.ts'
import { listDrafts, readDraft } from './drafts.reads.server.ts'
import { deleteDraft, saveDraft } from './drafts.writes.server.ts'
import { saveExitDraft } from './exit-draft.writes.server.ts'

const database = testDatabase()
const { journal, lines, advance: later } = testJournal(database)

let superuser: pg.Client
let apple = ''
let ana: TestUser
let ben: TestUser

beforeAll(async () => {
  superuser = await database.connect()
  ;({ apple = '' } = await syncTerms(database, [sourceTerm('Apple')]))
})
afterAll(() => superuser.end())
beforeEach(async () => {
  ;[ana, ben] = [await createTestUser(database), await createTestUser(database)]
  lines.length = 0
})

type DraftInput = Partial<DraftChange> & { content: string }
const draft = (id: string, input: DraftInput, person = ana) =>
  saveDraft(
    journal,
    person.owner,
    id,
    saveDraftSchema.parse({ entry_revision: null, revision: null, ...input }),
  )
const read = (id: string, person = ana) => readDraft(journal, person.owner, id)
async function list(person = ana) {
  const listed = await listDrafts(journal, person.owner)
  if (listed.outcome !== 'listed') throw new Error(listed.outcome)
  return listed.drafts.map(({ content }) => content)
}
const entry = (content: string, id = uuidv7()) => saveTestEntry(journal, ana, { id, content })

describe('A draft', () => {
  test('is saved and returned with all fields, and replaces its previous revision', async () => {
    const id = uuidv7()
    const first = await draft(id, { content: 'I wan', linked_term_id: apple })
    const term = {
      id: apple,
      term_name: 'Apple',
      slug: 'apple',
      tags: ['One', 'Two', 'Three'],
      retired: false,
    }
    const record = { place: '', people: '', proof: '', disclosed_to: '' }
    expect(first).toEqual({
      outcome: 'saved',
      draft: {
        ...{ id, user_id: ana.user_id, content: 'I wan', linked_term_id: apple },
        ...{ term, linked_term_ids: [apple], terms: [term], happened: null, tags: [], record },
        ...{ entry_revision: null, revision: 1, writer: null, sequence: 0 },
        ...{ created_at: expect.any(String), updated_at: expect.any(String) },
      },
    })
    later(2000)
    expect(await draft(id, { content: 'I want to say', revision: 1 })).toMatchObject({
      draft: { content: 'I want to say', revision: 2, linked_term_id: null },
    })
    expect(await read(id)).toMatchObject({ draft: { content: 'I want to say' } })
  })

  test.each(['💔 👩‍👩‍👧', 'a\u0000b\ud83d', ' \r\n x', 'قال \u200f', 'x'.repeat(200_000)])(
    'is saved unchanged (%#)',
    async (content) => {
      const id = uuidv7()
      await draft(id, { content })
      const result = await read(id)
      expect(result.outcome === 'found' && result.draft.content === content).toBe(true)
    },
  )

  test('about an unknown term is saved anyway, so that no text is lost', async () => {
    const linked_term_id = uuidv7()
    expect(await draft(uuidv7(), { content: 'a', linked_term_id })).toMatchObject({
      draft: { linked_term_id, term: null },
    })
  })

  test('is the same draft if its id is in capital letters', async () => {
    const id = uuidv7()
    await draft(id.toUpperCase(), { content: 'I wan' })
    await draft(id, { content: 'I want', revision: 1 })
    expect(await read(id)).toMatchObject({ draft: { id, content: 'I want' } })
    expect(await list()).toEqual(['I want'])
  })

  test('is listed with other drafts, newest first', async () => {
    await draft(uuidv7(), { content: 'One.' })
    later(1000)
    await draft(uuidv7(), { content: 'Other.' })
    expect(await list()).toEqual(['Other.', 'One.'])
  })

  test('can be deleted twice without an error', async () => {
    const id = uuidv7()
    await draft(id, { content: 'a' })
    await deleteDraft(journal, ana.owner, id)
    await deleteDraft(journal, ana.owner, id)
    expect(await read(id)).toEqual({ outcome: 'not_found' })
  })

  test('that is blank is not saved, and deletes the previous one', async () => {
    const id = uuidv7()
    expect(await draft(id, { content: ' \n\u200b' })).toEqual({ outcome: 'nothing' })
    await draft(id, { content: 'a' })
    expect(await draft(id, { content: '', revision: 1 })).toEqual({ outcome: 'nothing' })
    expect(await list()).toEqual([])
  })
})

describe('Two pages with the same draft', () => {
  test('get a conflict unless they send the current revision', async () => {
    const id = uuidv7()
    await draft(id, { content: 'Begun.' })
    await draft(id, { content: 'Of one.', revision: 1 })
    const other = await draft(id, { content: 'Of the other.', revision: 1 })
    expect(other).toMatchObject({ outcome: 'conflict', current: { content: 'Of one.', revision: 2 } })
    expect(await draft(id, { content: 'Of the other.', revision: null })).toMatchObject({
      outcome: 'conflict',
    })
    expect(await draft(id, { content: 'Of the other.', revision: 2 })).toMatchObject({ outcome: 'saved' })
  })

  test('do not conflict if the text is the same', async () => {
    const id = uuidv7()
    await draft(id, { content: 'Same.' })
    expect(await draft(id, { content: 'Same.' })).toMatchObject({ outcome: 'saved', draft: { revision: 1 } })
  })

  test('in concurrent requests save only one change; all others get a conflict', async () => {
    const id = uuidv7()
    const count = await Promise.all(
      Array.from({ length: 12 }, (_, page) => draft(id, { content: `Of ${page}` })),
    )
    expect(count.filter(({ outcome }) => outcome === 'saved')).toHaveLength(1)
    expect(count.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(11)
  })
})

describe('On a bad connection', () => {
  const writer = '019d0000-0000-7000-8000-000000000001'

  test('a page that missed the responses to its saves does not conflict with itself', async () => {
    const id = uuidv7()
    await draft(id, { content: 'a', writer, sequence: 1 })
    await draft(id, { content: 'ab', writer, sequence: 2 })
    expect(await draft(id, { content: 'abc', writer, sequence: 3 })).toMatchObject({
      outcome: 'saved',
      draft: { content: 'abc', revision: 3 },
    })
  })

  test('an earlier request that arrives later is ignored', async () => {
    const id = uuidv7()
    await draft(id, { content: 'abc', writer, sequence: 3 })
    for (const late of [
      { content: 'ab', writer, sequence: 2 },
      { content: 'x', writer, sequence: 3 },
    ]) {
      expect(await draft(id, late)).toMatchObject({ outcome: 'saved', draft: { content: 'abc' } })
    }
    expect(await list()).toEqual(['abc'])
  })

  test('a request from another page still gets a conflict', async () => {
    const id = uuidv7()
    await draft(id, { content: 'abc', writer, sequence: 3 })
    const other = { content: 'x', writer: uuidv7(), sequence: 9 }
    expect(await draft(id, other)).toMatchObject({ outcome: 'conflict', current: { content: 'abc' } })
  })

  test('a late request does not restore a deleted draft', async () => {
    const id = uuidv7()
    await draft(id, { content: 'abc', writer, sequence: 1 })
    await deleteDraft(journal, ana.owner, id)
    const late = { content: 'abcd', writer, sequence: 2, revision: 1 }
    expect(await draft(id, late)).toEqual({ outcome: 'conflict', current: null })
    expect(await list()).toEqual([])
    // A page that continues the deleted draft sends no revision.
    expect(await draft(id, { ...late, revision: null })).toMatchObject({ outcome: 'saved' })
  })

  test('a late draft with the text of the saved Connection is not saved', async () => {
    const id = uuidv7()
    await entry('Written.', id)
    expect(await draft(id, { content: 'Written.' })).toEqual({ outcome: 'nothing' })
    expect(await draft(id, { content: 'Written, and more.' })).toMatchObject({ outcome: 'saved' })
  })
})

describe('The draft of a Connection', () => {
  test('is deleted when the new Connection is saved', async () => {
    const id = uuidv7()
    await draft(id, { content: 'Begun.' })
    await draft(uuidv7(), { content: 'Something else.' })
    await entry('Done.', id)
    expect(await list()).toEqual(['Something else.'])
  })

  test('stores the revision of the Connection, and is deleted when the change is saved', async () => {
    const { id } = await entry('First.')
    expect(await draft(id, { content: 'Secon', entry_revision: 1 })).toMatchObject({
      draft: { entry_revision: 1 },
    })
    await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Second.' })
    expect(await read(id)).toEqual({ outcome: 'not_found' })
  })

  test('is kept when saving the Connection conflicts', async () => {
    const { id } = await entry('First.')
    await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Second.' })
    await draft(id, { content: 'Mine.', entry_revision: 1 })
    expect(await changeEntry(journal, ana.owner, id, { revision: 1, content: 'Mine.' })).toMatchObject({
      outcome: 'conflict',
    })
    expect(await list()).toEqual(['Mine.'])
  })

  test('is deleted with the Connection, and a late request does not restore it', async () => {
    const { id } = await entry('First.')
    await draft(id, { content: 'Secon', entry_revision: 1 })
    await deleteEntry(journal, ana.owner, id)
    expect(await list()).toEqual([])
    expect(await draft(id, { content: 'Second', entry_revision: 1 })).toEqual({ outcome: 'not_found' })
    expect(await list()).toEqual([])
  })

  test('is saved as a new draft when a page is left after the Connection was deleted', async () => {
    const { id } = await entry('First.')
    await deleteEntry(journal, ana.owner, id)
    const exitDraft = { ...saveDraftSchema.parse({ content: 'On.', entry_revision: 1, revision: null }), id }
    expect(await saveExitDraft(journal, ana.owner, exitDraft)).toBe(true)
    expect(await list()).toEqual(['On.'])
  })

  test.each(Array.from({ length: 5 }, (_, round) => round))(
    'does not exist after concurrent save and autosave of the same text (round %i)',
    async () => {
      const id = uuidv7()
      await Promise.all([
        draft(id, { content: 'Written.' }),
        saveEntry(journal, ana.owner, { id, content: 'Written.', linked_term_id: null }),
        draft(id, { content: 'Written.' }),
        draft(id, { content: 'Written.' }),
      ])
      expect(await list()).toEqual([])
    },
  )
})

describe('The encryption of drafts', () => {
  const storedRow = async (id: string) =>
    (await superuser.query('select * from journal_drafts where id = $1', [id])).rows[0]

  test('leaves no plaintext in the database, and rejects a moved or restored ciphertext', async () => {
    const [one, other] = [uuidv7(), uuidv7()]
    await draft(one, { content: 'Zaunkoenig', linked_term_id: apple })
    await draft(other, { content: 'Other.' })
    const earlier = await storedRow(one)
    expect(earlier.sealed.includes('Zaunkoenig')).toBe(false)
    expect(earlier.sealed.includes(apple)).toBe(false)
    await draft(one, { content: 'Later.', revision: 1 })
    const put = (id: string, sealed: Buffer) =>
      superuser.query('update journal_drafts set sealed = $2 where id = $1', [id, sealed])
    await put(one, earlier.sealed)
    await put(other, (await storedRow(one)).sealed)
    expect(await read(one)).toEqual({ outcome: 'undecryptable' })
    expect(await read(other)).toEqual({ outcome: 'undecryptable' })
    expect(lines.map(({ message, fields }) => [message, fields?.row])).toEqual([
      ['a row of journal_drafts does not open', one],
      ['a row of journal_drafts does not open', other],
    ])
    expect(await list()).toEqual([null, null])
    expect(await draft(one, { content: 'New.', revision: 2 }), 'not overwritten').toEqual({
      outcome: 'undecryptable',
    })
  })

  test('rejects the ciphertext of a deleted draft with the same id', async () => {
    const id = uuidv7()
    await draft(id, { content: 'Deleted.' })
    const { sealed } = await storedRow(id)
    await deleteDraft(journal, ana.owner, id)
    later(1000)
    await draft(id, { content: 'Begun again.' })
    await superuser.query('update journal_drafts set sealed = $2 where id = $1', [id, sealed])
    expect(await read(id)).toEqual({ outcome: 'undecryptable' })
  })

  test('reports a missing key as undecryptable, and creates no new key', async () => {
    await draft(uuidv7(), { content: 'Begun.' })
    await superuser.query('delete from data_keys where user_id = $1', [ana.user_id])
    expect(await listDrafts(journal, ana.owner)).toEqual({ outcome: 'undecryptable' })
    expect(await draft(uuidv7(), { content: 'Another.' })).toEqual({ outcome: 'undecryptable' })
    const { rowCount } = await superuser.query('select from data_keys where user_id = $1', [ana.user_id])
    expect(rowCount).toBe(0)
  })
})

test('Another user can neither read nor change nor delete a draft', async () => {
  const { id } = await entry('Of Ana.')
  await draft(id, { content: 'Draft of Ana.', entry_revision: 1 })
  expect(await list(ben)).toEqual([])
  expect(await read(id, ben)).toEqual({ outcome: 'not_found' })
  await deleteDraft(journal, ben.owner, id)
  expect(await draft(id, { content: 'Of Ben.', entry_revision: 1, revision: 1 }, ben)).toEqual({
    outcome: 'not_found',
  })
  expect(await list()).toEqual(['Draft of Ana.'])
})

test.each([
  ['a restricted user', { status: 'restricted' as const }, readOnlyAccount()],
  ['a user whose plan has no journaling', { journals: false }, planRequired()],
])('%s can read and delete drafts, but not save them', async (_who, allowed, reason) => {
  const id = uuidv7()
  await draft(id, { content: 'Begun.' })
  const reader = { ...ana, owner: { ...ana.owner, ...allowed } }
  expect(await draft(id, { content: 'More.', revision: 1 }, reader)).toEqual({
    outcome: 'forbidden',
    reason,
  })
  expect(await list(reader)).toEqual(['Begun.'])
  await deleteDraft(journal, reader.owner, id)
  expect(await list()).toEqual([])
})

test.each(['new', '', "'; --", 'a\u0000b'])(
  'A draft with a malformed id (case %#) is not found',
  async (id) => {
    expect(await draft(id, { content: 'a' })).toEqual({ outcome: 'not_found' })
    expect(await read(id)).toEqual({ outcome: 'not_found' })
    await deleteDraft(journal, ana.owner, id)
  },
)

test('A new draft over the limit is rejected, and existing drafts can still be saved', async () => {
  const id = uuidv7()
  await draft(id, { content: 'Begun.' })
  await superuser.query(
    `insert into journal_drafts (user_id, id, revision, sealed, created_at, updated_at)
     select $1, gen_random_uuid(), 1, '\\x00', now(), now() from generate_series(2, $2)`,
    [ana.user_id, limits.drafts],
  )
  expect(await draft(uuidv7(), { content: 'One more.' })).toEqual({
    outcome: 'forbidden',
    reason: messages.draftsFull({ max: limits.drafts }),
  })
  expect(await draft(id, { content: 'Begun, and more.', revision: 1 })).toMatchObject({ outcome: 'saved' })
  expect(await draft(uuidv7(), { content: 'Of Ben.' }, ben)).toMatchObject({ outcome: 'saved' })
})
