import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { keyedHash, masterKey } from '../../../platform/crypto.server.ts'
import { countRecoveryCodes } from './factors.reads.server.ts'
import {
  createRecoveryCodes,
  redeemRecoveryCode,
  strengthenRecoveryCodes,
} from './recovery-codes.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const now = new Date('2026-03-04T12:00:10Z')

async function person() {
  const id = randomUUID()
  await database.auth.insertInto('auth.users').values({ id }).execute()
  return { id, codes: await createRecoveryCodes(database.auth, key, id, new Date()) }
}

/** The hash with which codes were stored until November 2026. */
const quickHash = (id: string, code: string) =>
  keyedHash(key, `auth.recovery_codes\0${id}\0${code.replaceAll('-', '')}`)

const redeem = (user_id: string, code = '', by = key) =>
  redeemRecoveryCode(database.auth, by, user_id, code, now)

test('a user gets ten different codes, which the database does not reveal', async () => {
  const { id, codes } = await person()

  expect(new Set(codes).size).toBe(10)
  const signs = '[a-hjkmnp-z2-9]{4}'
  for (const code of codes) expect(code).toMatch(new RegExp(`^${signs}-${signs}-${signs}$`))
  const rows = await database.auth
    .selectFrom('auth.recovery_codes')
    .selectAll()
    .where('user_id', '=', id)
    .execute()
  const plainHashes = codes
    .flatMap((code) => [code, code.replaceAll('-', '')])
    .map((code) => createHash('sha256').update(code).digest('hex'))
  for (const { code_hash } of rows) {
    expect(codes.join()).not.toContain(code_hash.toString())
    // A stolen table can't be brute-forced: the hash needs the master key.
    expect(plainHashes).not.toContain(code_hash.toString('hex'))
  }
})

test('codes are stored with a slow hash and a salt for each user (ASVS 6.5.2)', async () => {
  const [{ id, codes }, another] = [await person(), await person()]

  const rows = await database.auth.selectFrom('auth.recovery_codes').selectAll().execute()
  const salts = new Set(
    rows.map(({ user_id, code_hash }) => `${user_id} ${code_hash.toString('hex', 0, 16)}`),
  )
  const fast = codes.map((code) => quickHash(id, code).toString('hex'))
  for (const { code_hash } of rows)
    for (const hash of fast) expect(code_hash.toString('hex')).not.toContain(hash)
  const byPerson = (user_id: string) => [...salts].filter((salt) => salt.startsWith(user_id))
  expect([byPerson(id).length, byPerson(another.id).length]).toEqual([1, 1])
  expect(byPerson(id)[0]?.slice(-32)).not.toBe(byPerson(another.id)[0]?.slice(-32))
})

test('codes with a fast hash still work, and get a slow one within the hour', async () => {
  const { id, codes } = await person()
  await database.auth.deleteFrom('auth.recovery_codes').where('user_id', '=', id).execute()
  await database.auth
    .insertInto('auth.recovery_codes')
    .values(codes.map((code) => ({ user_id: id, code_hash: quickHash(id, code) })))
    .execute()

  expect(await redeem(id, codes[0])).toBe(true)
  expect(await strengthenRecoveryCodes(database.auth)).toBe(10)
  expect(await strengthenRecoveryCodes(database.auth)).toBe(0)
  expect(await redeem(id, codes[0])).toBe(false)
  expect(await redeem(id, codes[1])).toBe(true)
  const hashes = await database.auth.selectFrom('auth.recovery_codes').select('code_hash').execute()
  expect(hashes.filter(({ code_hash }) => code_hash.length < 48)).toEqual([])
  expect(await countRecoveryCodes(database.auth, id)).toBe(8)
})

test('a code works once, in any format', async () => {
  const { id, codes } = await person()

  expect(await redeem(id, codes[0]?.toUpperCase())).toBe(true)
  expect(await redeem(id, codes[0])).toBe(false)
  expect(await redeem(id, ` ${codes[1]?.replaceAll('-', ' ')} `)).toBe(true)
  expect(await redeem(id, codes[2]?.replaceAll('-', ''))).toBe(true)
  expect(await countRecoveryCodes(database.auth, id)).toBe(7)
})

test('a code works for exactly one of five concurrent requests', async () => {
  const { id, codes } = await person()

  const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(id, codes[0])))

  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await countRecoveryCodes(database.auth, id)).toBe(9)
})

test('a code fails for other users, and with another master key', async () => {
  const [mine, other] = [await person(), await person()]

  expect(await redeem(other.id, mine.codes[0])).toBe(false)
  expect(await redeem(mine.id, mine.codes[0], masterKey(Buffer.alloc(32, 8)))).toBe(false)
  expect(await redeem(mine.id, 'k7f3-9q2m')).toBe(false)
  expect(await redeem(mine.id, '')).toBe(false)
  expect(await countRecoveryCodes(database.auth, mine.id)).toBe(10)

  const { code_hash } = await database.auth
    .selectFrom('auth.recovery_codes')
    .select('code_hash')
    .where('user_id', '=', mine.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await database.auth.insertInto('auth.recovery_codes').values({ user_id: other.id, code_hash }).execute()
  const moved = await Promise.all(mine.codes.map((code) => redeem(other.id, code)))
  expect(moved).not.toContain(true)
})

test('new codes replace earlier ones, also under concurrency', async () => {
  const { id, codes } = await person()
  const atOnce = () =>
    Promise.all(Array.from({ length: 5 }, () => createRecoveryCodes(database.auth, key, id, new Date())))
  // The first round opens the connections, so that the second is really concurrent.
  const rounds = [await atOnce(), await atOnce()].flat()

  expect(await redeem(id, codes[0])).toBe(false)
  expect(await countRecoveryCodes(database.auth, id)).toBe(10)
  const worked = await Promise.all(rounds.map(([code]) => redeem(id, code)))
  expect(worked.filter(Boolean)).toHaveLength(1)
})
