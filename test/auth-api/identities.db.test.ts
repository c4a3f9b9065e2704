import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { authApiApp } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

async function linked() {
  const somebody = await wire.createUser()
  const identity = { id: uuidv7(), user_id: somebody.user.id, provider: 'google', provider_id: uuidv7() }
  await database.auth.insertInto('auth.identities').values(identity).execute()
  const { data } = await somebody.auth.getUserIdentities()
  const google = data?.identities.find(({ provider }) => provider === 'google')
  if (!google) throw new Error('not linked')
  return { ...somebody, google }
}

test('a linked provider is listed and can be unlinked, but the last identity cannot', async () => {
  const { auth, google } = await linked()
  expect(google).toMatchObject({ provider: 'google', identity_id: expect.any(String) })
  const thief = await linked()
  expect((await thief.auth.unlinkIdentity(google)).error).toMatchObject({
    code: 'identity_not_found',
    status: 422,
  })
  expect(await auth.unlinkIdentity(google)).toEqual({ data: {}, error: null })
  const { data } = await auth.getUserIdentities()
  expect(data?.identities.map(({ provider }) => provider)).toEqual(['email'])
  const [email] = data?.identities ?? []
  expect((await auth.unlinkIdentity(email as typeof google)).error).toMatchObject({
    code: 'single_identity_not_deletable',
    status: 422,
  })
  expect((await auth.getUser()).error).toBeNull()
})

test('unlinking needs a valid identity ID, a fresh proof and a session', async () => {
  const { auth, google } = await linked()
  const nameless = await auth.unlinkIdentity({ ...google, identity_id: 'google' })
  expect(nameless.error).toMatchObject({ code: 'validation_failed', status: 404 })
  wire.time.now = new Date(wire.time.now.getTime() + 16 * 60_000)
  expect((await auth.unlinkIdentity(google)).error).toMatchObject({ code: 'reauthentication_needed' })
  expect((await wire.client().auth.unlinkIdentity(google)).error).toMatchObject({ code: 'no_authorization' })
})

test('signing in with or linking a provider is rejected when none is configured', async () => {
  const { auth } = await wire.createUser()
  expect((await auth.signInWithIdToken({ provider: 'google', token: 'a.b.c' })).error).toMatchObject({
    code: 'provider_disabled',
    status: 400,
  })
  expect((await auth.linkIdentity({ provider: 'google' })).error).toMatchObject({ code: 'validation_failed' })
  const { data } = await auth.signInWithOAuth({
    provider: 'google',
    options: { redirectTo: 'https://evil.example' },
  })
  const answer = await wire.ask(data.url ?? '')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ msg: 'Unsupported provider: provider is not enabled' })
  const back = await wire.ask('/callback?state=x&code=y')
  expect(back.headers.get('Location')).toContain('http://localhost:3000/?error=invalid_request')
  const { external } = (await (await wire.ask('/settings')).json()) as { external: object }
  expect(Object.entries(external).filter(([, isOn]) => isOn)).toEqual([['email', true]])
})
