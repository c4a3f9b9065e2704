import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proveByProvider } from '../../src/domains/identity/reauth/reauth.writes.server.ts'
import { link } from '../../src/domains/identity/social/linked-accounts.writes.server.ts'
import { authApiApp } from '../support/auth-api-client.ts'
import { testEngine } from '../support/engine.ts'
import { openidProvider } from '../support/openid-provider.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * The same subject at two issuers is two users. An operator who configures another issuer under a provider name that was used
 * before must not give the accounts of the first issuer's users to the users of the second.
 */

const database = testDatabase()
const { engine } = testEngine(database)
const origin = 'http://localhost:3000'
let [first, second]: Awaited<ReturnType<typeof openidProvider>>[] = []
let [before, after]: Awaited<ReturnType<typeof authApiApp>>[] = []
const one = () => (first && before ? { provider: first, app: before } : expect.fail())
const other = () => (second && after ? { provider: second, app: after } : expect.fail())
beforeAll(async () => {
  const back = [`${origin}/auth-test/callback`]
  ;[first, second] = await Promise.all([openidProvider(back), openidProvider(back)])
  before = await authApiApp(database, { OIDC_TEST: first.setting })
  after = await authApiApp(database, { OIDC_TEST: second.setting })
})
afterAll(() => Promise.all([first?.stop(), second?.stop()]))
beforeEach(() => database.auth.deleteFrom('auth.rate_limits').execute())

let people = 0
const newSub = () => `number-${++people}`
type Place = ReturnType<typeof one>
/** Signs in with an ID token. @returns the account and one of its sessions */
async function arrive({ provider, app }: Place, sub: string, email?: string) {
  const token = await provider.idToken({ sub, ...(email && { email, email_verified: true }) })
  const { data, error } = await app.client().auth.signInWithIdToken({ provider: 'test', token })
  if (error || !data.user) throw error
  const session = await database.auth
    .selectFrom('auth.sessions')
    .select(['id', 'user_id'])
    .where('user_id', '=', data.user.id)
    .executeTakeFirstOrThrow()
  return { id: data.user.id, session, identity: data.user.identities?.[0] }
}
const issuersOf = async (sub: string) => {
  const rows = await database.auth
    .selectFrom('auth.identities')
    .select(['user_id', 'issuer'])
    .where('provider_id', '=', sub)
    .orderBy('created_at')
    .execute()
  return rows.map(({ user_id, issuer }) => [user_id, issuer])
}

test('the same subject at two issuers gets two accounts, even under one provider name', async () => {
  const sub = newSub()
  const mine = await arrive(one(), sub, `first-${sub}@example.org`)
  const theirs = await arrive(other(), sub, `second-${sub}@example.org`)
  expect(theirs.id).not.toBe(mine.id)
  expect((await arrive(one(), sub)).id).toBe(mine.id)
  expect((await arrive(other(), sub)).id).toBe(theirs.id)
  expect(await issuersOf(sub)).toEqual([
    [mine.id, one().provider.issuer],
    [theirs.id, other().provider.issuer],
  ])
})

test('a linked identity belongs to one issuer, and the same subject of another issuer proves nothing', async () => {
  const sub = newSub()
  const mine = await arrive(one(), sub)
  const [here, there] = [one(), other()].map(({ provider }) => ({ issuer: provider.issuer, sub }))
  if (!here || !there) throw new Error('two issuers')
  const proven = async (person: typeof here) =>
    proveByProvider(engine, { provider: 'test', person }, mine.session)
  expect(await proven(there)).toBe('not_linked')
  expect(await proven(here)).toMatchObject({ token: expect.any(String) })
  const elsewhere = await arrive(one(), newSub())
  expect(await link(engine, 'test', here, elsewhere.session)).toBe('identity_already_exists')
  expect(await link(engine, 'test', there, elsewhere.session)).toBeUndefined()
  expect(await link(engine, 'test', there, mine.session)).toBe('identity_already_exists')
  expect((await arrive(other(), sub)).id).toBe(elsewhere.id)
})

test('an identity stored without an issuer is matched by its provider and gets the issuer when it signs in', async () => {
  const sub = newSub()
  const { id, session } = await arrive(one(), sub)
  const forget = () =>
    database.auth
      .updateTable('auth.identities')
      .set({ issuer: null })
      .where('provider_id', '=', sub)
      .execute()
  await forget()
  const stranger = await arrive(one(), newSub())
  const person = { issuer: one().provider.issuer, sub }
  expect(await link(engine, 'test', person, stranger.session)).toBe('identity_already_exists')
  expect(await proveByProvider(engine, { provider: 'test', person }, session)).toMatchObject({ session })
  expect(await issuersOf(sub)).toEqual([[id, null]])
  expect((await arrive(one(), sub)).id).toBe(id)
  expect(await issuersOf(sub)).toEqual([[id, person.issuer]])
  expect((await arrive(other(), sub)).id).not.toBe(id)
})

test('first sign-ins that race create one account', async () => {
  const sub = newSub()
  const all = await Promise.all([1, 2, 3].map(() => arrive(one(), sub)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  expect(await issuersOf(sub)).toHaveLength(1)
})
