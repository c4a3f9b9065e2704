import { v7 as uuidv7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, bearer, otherPassword, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

describe('user metadata', () => {
  test('is merged, loses a field that is set to null, and emits USER_UPDATED in the client', async () => {
    const { auth } = await wire.createUser()
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    await auth.updateUser({ data: { theme: 'dusk', size: 18 } })
    const { data, error } = await auth.updateUser({ data: { size: null, tour: true } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ theme: 'dusk', tour: true })
    expect(events).toContain('USER_UPDATED')
    expect((await auth.getUser()).data.user?.user_metadata).toEqual({ theme: 'dusk', tour: true })
  })

  test('is rejected when it is too large or no object', async () => {
    const { auth } = await wire.createUser()
    const large = await auth.updateUser({ data: { text: 'x'.repeat(5000) } })
    expect(large.error).toMatchObject({ code: 'validation_failed', status: 400 })
    expect((await auth.updateUser({ data: 'words' as never })).error).toMatchObject({
      code: 'validation_failed',
    })
    await auth.updateUser({ data: { text: 'x'.repeat(3000) } })
    expect((await auth.updateUser({ data: { more: 'x'.repeat(3000) } })).error).toMatchObject({
      code: 'validation_failed',
    })
  })

  test('has its size limit counted in bytes, at updateUser, signUp and signInWithOtp', async () => {
    const data = { text: '語'.repeat(1400) }
    const refused = { code: 'validation_failed', status: 400 }
    const { auth } = await wire.createUser()
    expect((await auth.updateUser({ data })).error).toMatchObject(refused)
    const email = 'many-letters@example.org'
    const { auth: stranger } = wire.client()
    expect((await stranger.signUp({ email, password, options: { data } })).error).toMatchObject(refused)
    expect((await stranger.signInWithOtp({ email, options: { data } })).error).toMatchObject(refused)
    expect((await auth.updateUser({ data: { text: '語'.repeat(1300) } })).error).toBeNull()
  })

  test('leaves room in a header of 8 kB, even after hundreds of proofs in the session', async () => {
    const { auth, user } = await wire.createUser()
    expect((await auth.updateUser({ data: { text: '語'.repeat(1360) } })).error).toBeNull()
    const amr = Array.from({ length: 300 }, (_, time) => ({
      method: time % 2 ? 'password' : 'totp',
      timestamp: 1_800_000_000 + time,
    }))
    await database.auth
      .updateTable('auth.sessions')
      .set({ amr: JSON.stringify(amr) })
      .where('user_id', '=', user.id)
      .execute()
    const { data } = await auth.refreshSession()
    const token = data.session?.access_token ?? ''
    expect(token.length).toBeGreaterThan(5000)
    expect(token.length).toBeLessThan(7000)
    // Each method once, with its latest time, the latest first.
    expect((await auth.getClaims()).data?.claims.amr).toEqual([amr[299], amr[298]])
    expect((await auth.getUser()).error).toBeNull()
  })
})

describe('a new password', () => {
  test('soon after signing in needs no other proof and ends every other session', async () => {
    const { auth, email, session } = await wire.createUser()
    const elsewhere = wire.client().auth
    await elsewhere.signInWithPassword({ email, password })
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull()
    expect((await auth.getUser()).error).toBeNull()
    expect((await elsewhere.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
    expect((await wire.client().auth.signInWithPassword({ email, password: otherPassword })).error).toBeNull()
    expect((await auth.refreshSession({ refresh_token: session.refresh_token })).error).toBeNull()
  })

  test('more than 15 minutes after signing in needs the current password', async () => {
    const { auth } = await wire.createUser()
    wire.time.now = new Date(wire.time.now.getTime() + 16 * 60_000)
    expect((await auth.updateUser({ password: otherPassword })).error).toMatchObject({
      code: 'reauthentication_needed',
    })
    const wrong = await auth.updateUser({ password: otherPassword, current_password: 'not the old one' })
    expect(wrong.error).toMatchObject({ code: 'current_password_invalid', status: 400 })
    expect((await auth.updateUser({ password: otherPassword, current_password: password })).error).toBeNull()
  })

  test('allows at most ten guesses of the current password, even when thirty are sent at once', async () => {
    const { session } = await wire.createUser()
    wire.advance(16 * 60_000)
    const guess = async (current_password: string) => {
      const response = await wire.ask('/user', {
        method: 'PUT',
        headers: bearer(session.access_token).headers,
        body: JSON.stringify({ password: otherPassword, current_password }),
      })
      return ((await response.json()) as { code?: string }).code
    }
    const said = await Promise.all(Array.from({ length: 30 }, (_, place) => guess(`guess ${place}`)))
    expect(said.filter((code) => code === 'current_password_invalid').length).toBeLessThanOrEqual(10)
    expect(await guess(password)).toBe('over_request_rate_limit')
  })

  test('that is weak or equal to the current one is rejected', async () => {
    const { auth } = await wire.createUser()
    expect((await auth.updateUser({ password: 'short' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      reasons: ['length'],
    })
    expect((await auth.updateUser({ password: 'qwertyuiop12' })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
    })
    expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'same_password', status: 422 })
  })
})

describe('a first password', () => {
  /** A user whose account has a provider and no password. */
  async function byProvider(email?: null) {
    const somebody = await wire.createUser()
    const [user_id, provider] = [somebody.user.id, 'google']
    await database.auth
      .updateTable('auth.users')
      .set({ password_hash: null, ...(email === null && { email, email_key: null }) })
      .where('id', '=', user_id)
      .execute()
    await database.auth
      .updateTable('auth.identities')
      .set({ provider, provider_id: user_id })
      .where('user_id', '=', user_id)
      .execute()
    return somebody
  }

  test('is set with a fresh proof, signs in, and allows unlinking the provider', async () => {
    const { auth, email } = await byProvider()
    const google = (await auth.getUserIdentities()).data?.identities[0]
    if (!google) throw new Error('not linked')
    expect((await auth.unlinkIdentity(google)).error).toMatchObject({ code: 'single_identity_not_deletable' })
    wire.advance(15 * 60_000)
    expect((await auth.updateUser({ password })).error).toMatchObject({ code: 'reauthentication_needed' })
    const guessed = await auth.updateUser({ password, current_password: '' })
    expect(guessed.error).toMatchObject({ code: 'reauthentication_needed' })
    wire.advance(-15 * 60_000)
    const { data, error } = await auth.updateUser({ password })
    expect(error).toBeNull()
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['google', 'email'])
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
    expect((await auth.unlinkIdentity(google)).error).toBeNull()
    expect((await auth.getUser()).data.user?.app_metadata.providers).toEqual(['email'])
  })

  test('is rejected when the account has no email address', async () => {
    const { auth } = await byProvider(null)
    expect((await auth.getUser()).data.user?.email).toBe('')
    expect((await auth.updateUser({ password })).error).toMatchObject({
      code: 'validation_failed',
      message: 'A password needs an email address first',
      status: 422,
    })
  })
})

describe('a restricted account', () => {
  async function restricted() {
    const somebody = await wire.createUser()
    const google = { id: uuidv7(), user_id: somebody.user.id, provider: 'google', provider_id: uuidv7() }
    await database.auth.insertInto('auth.identities').values(google).execute()
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'restricted', user_metadata: JSON.stringify({ theme: 'dusk' }) })
      .where('id', '=', somebody.user.id)
      .execute()
    return somebody
  }

  test('cannot change its metadata, and a request that tries to changes nothing else either', async () => {
    const { auth, email } = await restricted()
    for (const given of [{ data: { theme: 'noon' } }, { data: { theme: null } }, { data: {} }]) {
      const { error } = await auth.updateUser({ ...given, password: otherPassword })
      expect(error).toMatchObject({
        code: 'no_authorization',
        message: expect.stringContaining('add nothing'),
      })
    }
    expect((await auth.getUser()).data.user?.user_metadata).toEqual({ theme: 'dusk' })
    expect((await wire.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('can still end sessions, change password and address, add a factor and unlink a provider', async () => {
    const { auth, email } = await restricted()
    const elsewhere = wire.client().auth
    expect((await elsewhere.signInWithPassword({ email, password })).error).toBeNull()
    expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await elsewhere.getUser()).error).not.toBeNull()
    expect((await auth.updateUser({ password: otherPassword })).error).toBeNull()
    expect((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })).error).toBeNull()
    const google = (await auth.getUserIdentities()).data?.identities.find(
      ({ provider }) => provider === 'google',
    )
    if (!google) throw new Error('not linked')
    expect((await auth.unlinkIdentity(google)).error).toBeNull()
    expect((await auth.updateUser({ email: `next-${email}` })).error).toBeNull()
  })
})

test('the user is not readable or changeable without a session, and a phone number cannot be added', async () => {
  const { auth } = wire.client()
  expect((await auth.updateUser({ data: {} })).error?.name).toBe('AuthSessionMissingError')
  expect((await auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  const { auth: signedIn } = await wire.createUser()
  expect((await signedIn.updateUser({ phone: '+15551234567' })).error).toMatchObject({
    code: 'phone_provider_disabled',
  })
})
