import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { consumeChallenge, createChallenge } from './challenges.writes.server.ts'

const database = testDatabase()
const now = new Date('2026-03-04T12:00:10Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

async function person() {
  const id = randomUUID()
  await database.auth.insertInto('auth.users').values({ id }).execute()
  return id
}

const ask = (user_id: string | null, at = now) =>
  createChallenge(database.auth, { user_id, factor_id: null, challenge: 'abc' }, at)

test('a challenge is consumed once, also under concurrency', async () => {
  const user_id = await person()
  const { challenge_id, expires_at } = await ask(user_id)

  expect(expires_at).toEqual(after(300))
  const consumed = await Promise.all(
    Array.from({ length: 5 }, () => consumeChallenge(database.auth, user_id, challenge_id, after(299))),
  )
  expect(consumed.filter((row) => row !== undefined)).toMatchObject([{ challenge: 'abc' }])
})

test("another user can't consume a challenge", async () => {
  const user_id = await person()
  const [mine, nobodys] = [await ask(user_id), await ask(null)]

  expect(await consumeChallenge(database.auth, await person(), mine.challenge_id, now)).toBeUndefined()
  expect(await consumeChallenge(database.auth, null, mine.challenge_id, now)).toBeUndefined()
  expect(await consumeChallenge(database.auth, user_id, nobodys.challenge_id, now)).toBeUndefined()
  expect(await consumeChallenge(database.auth, user_id, 'no id', now)).toBeUndefined()
  expect(await consumeChallenge(database.auth, user_id, mine.challenge_id, now)).toBeDefined()
  expect(await consumeChallenge(database.auth, null, nobodys.challenge_id, now)).toBeDefined()
})

test('a challenge expires after five minutes, and the next one deletes it', async () => {
  const user_id = await person()
  const [late, forgotten] = [await ask(user_id), await ask(null)]

  expect(await consumeChallenge(database.auth, user_id, late.challenge_id, after(300))).toBe('expired')
  const fresh = await ask(null, after(299))
  await ask(null, after(301))
  const rows = await database.auth.selectFrom('auth.challenges').select('id').execute()
  const ids = rows.map(({ id }) => id)
  expect(ids).toContain(fresh.challenge_id)
  expect(ids).not.toContain(forgotten.challenge_id)
})
