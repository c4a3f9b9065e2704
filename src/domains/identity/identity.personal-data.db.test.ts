import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUserWithIdentityData } from '../../../test/support/full-user-fixture.ts'
import { tablesContaining } from '../../../test/support/personal-tables.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { deleteIdentityData, exportIdentity, keeps } from './identity.personal-data.server.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  // Row level security hides nothing from the superuser.
  all = await database.connect()
})
afterAll(() => all.end())

const newPerson = (email: string) => createUserWithIdentityData(all, email)
const naming = (texts: string[]) => tablesContaining(all, texts)

test("exports the user's own data, without credentials", async () => {
  const person = await newPerson('ana@example.org')
  const other = await newPerson('other@example.org')
  const input = await exportIdentity(database, person.owner)
  expect(input).toMatchObject({
    account: { id: person.user_id, email: 'ana@example.org', status: 'active', limit_data: false },
    identities: [{ provider: 'email', identity_data: { email: 'ana@example.org' } }],
    factors: [{ factor_type: 'totp', friendly_name: 'My phone' }],
    sessions: [{ device: 'Firefox on Linux' }],
    profile: { username: 'Ana' },
  })
  const text = JSON.stringify(input)
  for (const id of other.ids) expect(text).not.toContain(id)
  for (const secret of person.secrets) {
    // As hexadecimal, as base64, and as JSON writes a Buffer.
    expect(text).not.toContain(secret.toString('hex'))
    expect(text).not.toContain(secret.toString('base64url'))
    expect(text).not.toContain(JSON.stringify([...secret]))
  }
  expect(text).not.toMatch(/hash|sealed|secret|credential/)
})

test('deletion removes every row that refers to the user, and no others', async () => {
  const [person, other] = [await newPerson('bea@example.org'), await newPerson('cleo@example.org')]
  const everywhere = keeps.toSorted()
  expect(await naming(person.ids), 'there is a row to lose in each table').toEqual(everywhere)
  const how = { actor: 'operator', now: new Date(), mails: false } as const
  expect(await deleteIdentityData(database.auth, person.user_id, how)).toBe(true)
  // The audit event of the deletion remains, with the ID of the user.
  expect(await naming(person.ids)).toEqual(['auth.audit_events'])
  expect(await naming(other.ids)).toEqual(everywhere)
})
