import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { createTestUser, testJournal } from '../../../../test/support/user.ts'
import { profileForm } from './profile.contract.ts'
import { readProfile } from './profile.reads.server.ts'
import { ensureProfile, saveProfile } from './profile.writes.server.ts'

const database = testDatabase()
const { journal } = testJournal(database)
const place = { app: database.app, clock: journal.clock, log: journal.log }

describe('a profile', () => {
  test('updates the given fields, and is created if missing', async () => {
    const { owner, user_id } = await createTestUser(database)
    const nothing = { id: user_id, username: null, first_name: null }
    expect(await readProfile(database.app, owner)).toEqual(nothing)
    expect(await saveProfile(place, owner, { username: 'ana 💔' })).toEqual({
      ...nothing,
      username: 'ana 💔',
    })
    await ensureProfile(place, owner)
    expect(await saveProfile(place, owner, { first_name: 'Ana' })).toEqual({
      id: user_id,
      username: 'ana 💔',
      first_name: 'Ana',
    })
    expect(await saveProfile(place, owner, { username: null })).toMatchObject({ username: null })
    expect(await readProfile(database.app, owner)).toEqual({ id: user_id, username: null, first_name: 'Ana' })
  })

  test('of another user is neither read nor changed', async () => {
    const [ana, ben] = [await createTestUser(database), await createTestUser(database)]
    await saveProfile(place, ana.owner, { username: 'ana' })
    await saveProfile(place, ben.owner, { username: 'ben' })
    expect(await readProfile(database.app, ana.owner)).toMatchObject({ username: 'ana' })
  })

  test('of a restricted user can be read but not changed', async () => {
    const { owner } = await createTestUser(database, 'restricted')
    expect(await saveProfile(place, owner, { username: 'x' })).toBeUndefined()
    expect(await readProfile(database.app, owner)).toMatchObject({ username: null })
  })

  test('accepts the longest names that its form accepts', async () => {
    const { owner } = await createTestUser(database)
    const longest = profileForm.parse({ username: '💔'.repeat(40), first_name: 'é'.repeat(80) })
    expect(await saveProfile(place, owner, longest)).toMatchObject(longest)
  })
})

describe('the profile form', () => {
  const messages = (input: object) => profileForm.safeParse(input).error?.issues.map(({ message }) => message)

  test('trims names, and turns blank ones into null', () => {
    expect(profileForm.parse({ username: '  ana  ', first_name: ' ' })).toEqual({
      username: 'ana',
      first_name: null,
    })
    expect(profileForm.parse({ username: null })).toEqual({ username: null })
    expect(profileForm.parse({})).toEqual({})
  })

  test.each([
    [{ username: 'a'.repeat(41) }, 'Please use at most 40 characters.'],
    [{ first_name: 'a'.repeat(10_000) }, 'Please use at most 80 characters.'],
    [{ username: 'a\u0000b' }, 'Please use only visible characters.'],
    [{ username: 'a\nb' }, 'Please use only visible characters.'],
    [{ username: 'a\ud83d' }, 'Please use only visible characters.'],
    [{ username: 'a\u202eb' }, 'Please use only visible characters.'],
    [{ first_name: 'a\u2066b' }, 'Please use only visible characters.'],
    [{ username: 5 }, 'Please enter a name, or nothing.'],
  ])('rejects an invalid name (%#)', (input, message) => {
    expect(messages(input)).toEqual([message])
  })
})
