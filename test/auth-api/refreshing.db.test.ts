import { decodeJwt } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authApiApp, bearer, version } from '../support/auth-api-client.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()

let wire: Awaited<ReturnType<typeof authApiApp>>
beforeAll(async () => {
  wire = await authApiApp(database)
})
beforeEach(() => {
  wire.time.now = new Date()
})

const refresh = async (refresh_token: string) => {
  const body = JSON.stringify({ refresh_token })
  const response = await wire.ask('/token?grant_type=refresh_token', {
    method: 'POST',
    body,
    headers: version,
  })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & { refresh_token: string },
  }
}

describe('refreshing a session', () => {
  test('returns a new refresh token each time and keeps the session', async () => {
    const { auth, session } = await wire.createUser()
    wire.advance(60_000)
    const { data, error } = await auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(decodeJwt(data.session?.access_token ?? '').session_id).toBe(
      decodeJwt(session.access_token).session_id,
    )
    expect((await auth.getUser()).error).toBeNull()
    expect((await refresh('never-given')).body).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await refresh('')).status).toBe(400)
  })

  test('with a token that was used more than ten seconds before ends the session for all its tokens', async () => {
    const { auth, session } = await wire.createUser()
    const next = await refresh(session.refresh_token)
    expect(next.status).toBe(200)
    wire.advance(10_001)
    expect((await refresh(session.refresh_token)).body).toMatchObject({ code: 'refresh_token_already_used' })
    expect((await refresh(next.body.refresh_token)).body).toMatchObject({ code: 'refresh_token_not_found' })
    expect((await wire.ask('/user', bearer(session.access_token))).status).toBe(403)
    expect((await auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  })

  test('ten times at once with one token returns the same next token', async () => {
    const { session } = await wire.createUser()
    const all = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refresh_token)))
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(all.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect((await refresh(all[0]?.body.refresh_token ?? '')).status).toBe(200)
    expect((await refresh(session.refresh_token)).body).toMatchObject({ code: 'refresh_token_already_used' })
  })

  test('stores no token in the database that a stolen copy could use', async () => {
    const { session } = await wire.createUser()
    const next = await refresh(session.refresh_token)
    const client = await database.connect()
    let copy = ''
    for (const table of ['auth.refresh_tokens', 'auth.sessions', 'auth.signing_keys', 'auth.oauth_states']) {
      copy += JSON.stringify((await client.query(`select t::text from ${table} t`)).rows)
    }
    await client.end()
    for (const token of [session.refresh_token, next.body.refresh_token]) {
      expect(copy).not.toContain(token)
      expect(copy).not.toContain(Buffer.from(token).toString('hex'))
    }
  })

  test('keeps a session open for thirty days from each use and no longer', async () => {
    const { session } = await wire.createUser()
    const day = 24 * 3600_000
    wire.advance(29 * day)
    const next = await refresh(session.refresh_token)
    expect(next.status).toBe(200)
    wire.advance(29 * day)
    const third = await refresh(next.body.refresh_token)
    expect(third.status).toBe(200)
    wire.advance(31 * day)
    expect((await refresh(third.body.refresh_token)).body).toMatchObject({ code: 'refresh_token_not_found' })
  })
})
