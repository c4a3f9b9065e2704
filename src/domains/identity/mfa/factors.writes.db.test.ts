import { randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { masterKey } from '../../../platform/crypto.server.ts'
import { listFactors } from './factors.reads.server.ts'
import { enrollTotp, removeFactor, verifyTotp } from './factors.writes.server.ts'
import { createRecoveryCodes } from './recovery-codes.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const now = new Date('2026-03-04T12:00:10Z')
const after = (seconds: number, from = now) => new Date(from.getTime() + seconds * 1000)

async function person() {
  const id = randomUUID()
  await database.auth.insertInto('auth.users').values({ id }).execute()
  return id
}

async function enrolled(user_id: string, friendly_name?: string) {
  const answer = await enrollTotp(database.auth, key, user_id, {
    friendly_name,
    issuer: 'Journal',
    account: 'me@example.org',
  })
  if (answer.outcome !== 'enrolled') throw new Error(answer.outcome)
  return answer
}

const codeAt = (secret: string, at: Date) => generateSync({ secret, epoch: at.getTime() / 1000 })
const verify = (user_id: string, factor_id: string, code: string, at = now) =>
  verifyTotp(database.auth, key, user_id, factor_id, code, at)

/** A user with an authenticator app whose last code was used an hour before `now`. */
async function withApp() {
  const user_id = await person()
  const { factor_id, secret } = await enrolled(user_id)
  const before = after(-3600)
  expect(await verify(user_id, factor_id, codeAt(secret, before), before)).toMatchObject({ first: true })
  return { user_id, factor_id, secret }
}

const inUse = async (user_id: string) =>
  (await listFactors(database.auth, user_id)).some(({ status }) => status === 'verified')

const rowOf = (id: string) =>
  database.auth.selectFrom('auth.factors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a secret is shown once, stored encrypted and not listed', async () => {
  const user_id = await person()
  const { factor_id, secret, uri, qr_svg } = await enrolled(user_id, ' My phone ')

  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const address = new URL(uri)
  expect(address.protocol + address.host).toBe('otpauth:totp')
  expect(address.searchParams.get('secret')).toBe(secret)
  expect(address.searchParams.get('issuer')).toBe('Journal')
  expect(qr_svg).toMatch(/^<svg [^>]*viewBox/)
  const row = await rowOf(factor_id)
  expect(row).toMatchObject({ status: 'unverified', friendly_name: 'My phone', last_step: null })
  expect(row.secret_sealed?.includes(secret)).toBe(false)
  const listed = await listFactors(database.auth, user_id)
  expect(listed).toMatchObject([{ id: factor_id, factor_type: 'totp', status: 'unverified' }])
  expect(Object.keys(listed[0] ?? {}).join()).not.toMatch(/secret|credential|step/)
  expect(await inUse(user_id)).toBe(false)
})

test('the first right code verifies a factor, with or without spaces', async () => {
  const user_id = await person()
  const { factor_id, secret } = await enrolled(user_id)
  const code = codeAt(secret, now)

  expect(await verify(user_id, factor_id, '12345')).toEqual({ outcome: 'wrong' })
  expect(await verify(user_id, factor_id, codeAt(secret, after(-3600)))).toEqual({ outcome: 'wrong' })
  expect(await inUse(user_id)).toBe(false)
  const spaced = `${code.slice(0, 3)} ${code.slice(3)} `
  expect(await verify(user_id, factor_id, spaced)).toEqual({ outcome: 'verified', factor_id, first: true })
  expect(await inUse(user_id)).toBe(true)
  expect(await verify(user_id, factor_id, codeAt(secret, after(60)), after(60))).toMatchObject({
    first: false,
  })
})

test.each([-30, 0, 30])('a code from a clock that is %i s off is accepted', async (off) => {
  const { user_id, factor_id, secret } = await withApp()

  expect(await verify(user_id, factor_id, codeAt(secret, after(off)))).toMatchObject({ outcome: 'verified' })
})

test.each([-90, -60, 60, 90])('a code from a clock that is %i s off is rejected', async (off) => {
  const { user_id, factor_id, secret } = await withApp()

  expect(await verify(user_id, factor_id, codeAt(secret, after(off)))).toEqual({ outcome: 'wrong' })
})

test('a code works once, and no earlier one works after it', async () => {
  const { user_id, factor_id, secret } = await withApp()
  const code = codeAt(secret, now)

  expect(await verify(user_id, factor_id, code)).toMatchObject({ outcome: 'verified' })
  expect(await verify(user_id, factor_id, code)).toEqual({ outcome: 'wrong' })
  expect(await verify(user_id, factor_id, code, after(25))).toEqual({ outcome: 'wrong' })
  expect(await verify(user_id, factor_id, codeAt(secret, after(-30)))).toEqual({ outcome: 'wrong' })
  expect(await verify(user_id, factor_id, codeAt(secret, after(30)))).toMatchObject({ outcome: 'verified' })
})

test('a code works for exactly one of five concurrent requests', async () => {
  const { user_id, factor_id, secret } = await withApp()
  const code = codeAt(secret, now)

  const answers = await Promise.all(Array.from({ length: 5 }, () => verify(user_id, factor_id, code)))

  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
    'verified',
    ...Array.from({ length: 4 }, () => 'wrong'),
  ])
})

test("another user's factor and invalid IDs are rejected", async () => {
  const mine = await withApp()
  const other = await person()

  const code = codeAt(mine.secret, now)
  expect(await verify(other, mine.factor_id, code)).toEqual({ outcome: 'unknown' })
  expect(await verify(mine.user_id, "x' or true --", code)).toEqual({ outcome: 'unknown' })
  expect(await verify(mine.user_id, randomUUID(), code)).toEqual({ outcome: 'unknown' })
  expect(await verify(mine.user_id, mine.factor_id, code)).toMatchObject({ outcome: 'verified' })
})

test('a secret moved from another factor does not decrypt', async () => {
  const [mine, theirs] = [await withApp(), await withApp()]
  const { secret_sealed } = await rowOf(theirs.factor_id)
  await database.auth
    .updateTable('auth.factors')
    .set({ secret_sealed })
    .where('id', '=', mine.factor_id)
    .execute()

  await expect(verify(mine.user_id, mine.factor_id, codeAt(theirs.secret, now))).rejects.toThrow()
  expect((await rowOf(mine.factor_id)).last_step).not.toBe(String(Math.floor(now.getTime() / 30_000)))
})

test('enrolling again replaces the unverified factor, only of this user', async () => {
  const [user_id, other] = [await person(), await person()]
  const first = await enrolled(user_id, 'Phone')
  const theirs = await enrolled(other, 'Phone')
  const second = await enrolled(user_id, 'Phone')

  expect((await listFactors(database.auth, user_id)).map(({ id }) => id)).toEqual([second.factor_id])
  expect((await listFactors(database.auth, other)).map(({ id }) => id)).toEqual([theirs.factor_id])
  expect(await verify(user_id, first.factor_id, codeAt(first.secret, now))).toEqual({ outcome: 'unknown' })
})

test('factor names are unique, and enrolling with a taken name keeps the unverified factor', async () => {
  const user_id = await person()
  const phone = await enrolled(user_id, 'Phone')
  await verify(user_id, phone.factor_id, codeAt(phone.secret, now))
  const begun = await enrolled(user_id, 'Tablet')

  const naming = { friendly_name: ' Phone', issuer: 'Journal', account: 'me' }
  expect(await enrollTotp(database.auth, key, user_id, naming)).toEqual({ outcome: 'name_taken' })
  const ids = (await listFactors(database.auth, user_id)).map(({ id }) => id)
  expect(ids).toEqual([phone.factor_id, begun.factor_id])
})

test('a user can have at most ten factors, also under concurrency', async () => {
  const user_id = await person()
  for (let count = 0; count < 9; count++) {
    const { factor_id, secret } = await enrolled(user_id, `${count}`)
    await verify(user_id, factor_id, codeAt(secret, now))
  }
  const both = await Promise.all([enrolled(user_id), enrolled(user_id)])
  const answers = await Promise.all(
    both.map(({ factor_id, secret }) => verify(user_id, factor_id, codeAt(secret, now))),
  )

  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['unknown', 'verified'])
  const naming = { issuer: 'Journal', account: 'me' }
  expect(await enrollTotp(database.auth, key, user_id, naming)).toEqual({ outcome: 'too_many' })
  expect(await listFactors(database.auth, user_id)).toHaveLength(10)
})

test('only the owner can remove a factor; removing the last one deletes the recovery codes', async () => {
  const { user_id, factor_id } = await withApp()
  const second = await enrolled(user_id)
  await verify(user_id, second.factor_id, codeAt(second.secret, now))
  await createRecoveryCodes(database.auth, key, user_id, new Date())
  const codes = () =>
    database.auth.selectFrom('auth.recovery_codes').select('user_id').where('user_id', '=', user_id).execute()

  expect(await removeFactor(database.auth, await person(), factor_id, new Date())).toBe(false)
  expect(await removeFactor(database.auth, user_id, 'no id', new Date())).toBe(false)
  expect(await removeFactor(database.auth, user_id, factor_id, new Date())).toBe(true)
  expect(await removeFactor(database.auth, user_id, factor_id, new Date())).toBe(false)
  expect(await codes()).toHaveLength(10)
  expect(await removeFactor(database.auth, user_id, second.factor_id, new Date())).toBe(true)
  expect(await codes()).toHaveLength(0)
  expect(await listFactors(database.auth, user_id)).toEqual([])
})
