import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  clearExactTimes,
  saveDataLimit,
} from '../../src/domains/identity/accounts/data-minimization.writes.server.ts'
import { authApiApp, password } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

/*
 * Limit Data Collection also applies to users of other clients, and keeps every protection of the account.
 */

const database = testDatabase()
const minute = 60_000
const day = 24 * 60 * minute

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

async function limited() {
  const person = await wire.createUser()
  await saveDataLimit(database.auth, person.user.id, true)
  return person
}
const sessionsOf = (user_id: string) =>
  database.auth.selectFrom('auth.sessions').selectAll().where('user_id', '=', user_id).execute()
const tokensOf = (user_id: string) =>
  database.auth
    .selectFrom('auth.refresh_tokens as t')
    .innerJoin('auth.sessions as s', 's.id', 't.session_id')
    .select(['t.created_at', 't.used_at'])
    .where('s.user_id', '=', user_id)
    .execute()
/** Advances an hour and runs the hourly job. */
const anHourLater = async () => {
  wire.advance(60 * minute)
  await clearExactTimes(database.auth, wire.time.now)
}

describe('The client of a user who limits data collection', () => {
  test('keeps its session and signs in again without storing times or devices', async () => {
    const { auth, email, user, session } = await limited()
    const again = wire.client()
    const { data, error } = await again.auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
    expect(data.user).not.toHaveProperty('last_sign_in_at')
    expect(data.user?.updated_at).toBe(data.user?.created_at)
    expect(data.user?.identities?.[0]).not.toHaveProperty('last_sign_in_at')
    const { amr, session_id } = decodeJwt(data.session?.access_token ?? '')
    expect(amr).toEqual([{ method: 'password', timestamp: 0 }])
    const kept = await sessionsOf(user.id)
    expect(kept.map(({ id }) => id).toSorted()).toEqual(
      [String(session_id), String(decodeJwt(session.access_token).session_id)].toSorted(),
    )
    for (const one of kept) {
      expect(one).toMatchObject({ device: '', created_at: null, last_seen_at: null, token_hash: null })
    }
    for (const client of [auth, again.auth]) {
      wire.advance(2 * minute)
      expect((await client.refreshSession()).error).toBeNull()
      expect((await client.getUser()).error).toBeNull()
    }
    expect((await tokensOf(user.id)).every(({ created_at }) => created_at === null)).toBe(true)
  })

  test('gets one token in a refresh race, and a reused token ends the session even weeks later', async () => {
    const { auth, user, session } = await limited()
    const refresh = async (refresh_token: string) => {
      const { data, error } = await wire.client().auth.refreshSession({ refresh_token })
      return error ? error.code : data.session?.refresh_token
    }
    const next = await refresh(session.refresh_token)
    expect(await refresh(session.refresh_token)).toBe(next)
    await anHourLater()
    let latest = next ?? ''
    for (let weeks = 0; weeks < 2; weeks++) {
      wire.advance(7 * day)
      latest = (await refresh(latest)) ?? ''
      await anHourLater()
    }
    const used = (await tokensOf(user.id)).flatMap(({ used_at }) => (used_at ? [used_at.getTime()] : []))
    expect(used).toHaveLength(3)
    expect(used.map((time) => time % (7 * day))).toEqual([0, 0, 0])
    expect(await refresh(session.refresh_token)).toBe('refresh_token_already_used')
    expect(await refresh(latest)).toBe('refresh_token_not_found')
    expect((await auth.getUser()).error).not.toBeNull()
  })

  test('adds a second factor and needs it in another session', async () => {
    const { auth, email, user } = await limited()
    const { data: enrolled } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const verify = async (client: typeof auth, steps: number) => {
      const secret = enrolled?.totp.secret ?? ''
      const code = generateSync({ secret, epoch: Math.floor(wire.time.now.getTime() / 1000) + steps * 30 })
      return client.mfa.challengeAndVerify({ factorId: enrolled?.id ?? '', code })
    }
    expect((await verify(auth, 0)).error).toBeNull()
    const other = wire.client()
    await other.auth.signInWithPassword({ email, password })
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    expect((await verify(other.auth, 0)).error).not.toBeNull()
    expect((await verify(other.auth, 1)).error).toBeNull()
    expect((await other.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    const [factor] = (await other.auth.mfa.listFactors()).data?.totp ?? []
    expect(factor?.updated_at).toBe(factor?.created_at)
    for (const { amr } of await sessionsOf(user.id)) {
      expect(amr).toEqual([
        { method: 'password', timestamp: 0 },
        { method: 'totp', timestamp: 0 },
      ])
    }
  })

  test('can also belong to a restricted account', async () => {
    const { auth, user } = await wire.createUser()
    await database.auth
      .updateTable('auth.users')
      .set({ status: 'restricted' })
      .where('id', '=', user.id)
      .execute()
    await saveDataLimit(database.auth, user.id, true)
    expect(await sessionsOf(user.id)).toMatchObject([{ last_seen_at: null }])
    expect((await auth.refreshSession()).error).toBeNull()
  })
})
