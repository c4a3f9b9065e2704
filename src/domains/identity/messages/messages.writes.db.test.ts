import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { hashToken, masterKey } from '../../../platform/crypto.server.ts'
import type { MailPurpose } from './messages.rules.ts'
import { consumeEmailToken, queueEmail, renderQueuedEmail } from './messages.writes.server.ts'

const database = testDatabase()
const key = masterKey(Buffer.alloc(32, 7))
const now = new Date('2026-03-04T12:00:00Z')
let user_id = ''

beforeEach(async () => {
  await database.auth.deleteFrom('auth.users').execute()
  user_id = uuidv7()
  await database.auth.insertInto('auth.users').values({ id: user_id }).execute()
})

/** Renders the queued email of a purpose without sending it. */
async function queuedEmail(purpose: MailPurpose) {
  const email = { user_id, purpose, sent_to: 'someone@example.org' }
  await queueEmail({ auth: database.auth, clock: { now: () => now } }, email)
  const { id } = await database.auth
    .selectFrom('auth.mail_tokens')
    .select('id')
    .where('purpose', '=', purpose)
    .executeTakeFirstOrThrow()
  const ready = await renderQueuedEmail({ auth: database.auth, masterKey: key }, id, now)
  if (!ready) throw new Error('the letter is not there')
  return ready
}

const byToken = (token: string) => consumeEmailToken(database.auth, { token }, ['recovery'], now)
const byCode = (code: string, purposes: MailPurpose[] = ['recovery']) =>
  consumeEmailToken(database.auth, { user_id, code, masterKey: key }, purposes, now)
const wrong = (code: string) => ((Number(code) + 1) % 1_000_000).toString().padStart(6, '0')

describe('an emailed code', () => {
  test('works for one of ten concurrent requests', async () => {
    const { code = '' } = await queuedEmail('reauthentication')
    const all = await Promise.all(Array.from({ length: 10 }, () => byCode(code, ['reauthentication'])))
    expect(all.filter(Boolean)).toHaveLength(1)
  })

  test('works after four wrong attempts but not after five; its link still works', async () => {
    const { code: first = '' } = await queuedEmail('recovery')
    for (let time = 0; time < 4; time++) expect(await byCode(wrong(first))).toBeUndefined()
    expect(await byCode(first)).toMatchObject({ user_id })
    const { code = '', token = '' } = await queuedEmail('recovery')
    for (let time = 0; time < 5; time++) expect(await byCode(wrong(code))).toBeUndefined()
    expect(await byCode(code)).toBeUndefined()
    expect(await byToken(token)).toMatchObject({ user_id })
  })

  test('limits concurrent guesses to five', async () => {
    const { code = '' } = await queuedEmail('recovery')
    await Promise.all(Array.from({ length: 40 }, () => byCode(wrong(code))))
    const { wrong_codes } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('wrong_codes')
      .where('purpose', '=', 'recovery')
      .executeTakeFirstOrThrow()
    expect(wrong_codes).toBe(5)
    expect(await byCode(code)).toBeUndefined()
  })

  test("can't be brute-forced from a copy of the database", async () => {
    const { code = '' } = await queuedEmail('recovery')
    const { id, code_hash } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select(['id', 'code_hash'])
      .where('purpose', '=', 'recovery')
      .executeTakeFirstOrThrow()
    for (const guess of [code, `${id}:${code}`, `mail code ${id}:${code}`]) {
      expect(code_hash?.equals(hashToken(guess))).toBe(false)
    }
    const other = { user_id, code, masterKey: masterKey(Buffer.alloc(32, 8)) }
    expect(await consumeEmailToken(database.auth, other, ['recovery'], now)).toBeUndefined()
  })
})

test('an email and its row contain only the token or code that the purpose needs', async () => {
  expect(await queuedEmail('reauthentication')).not.toHaveProperty('token')
  expect(await queuedEmail('taken')).not.toHaveProperty('code')
  const rows = await database.auth
    .selectFrom('auth.mail_tokens')
    .select(['purpose', 'token_hash', 'code_hash'])
    .orderBy('purpose')
    .execute()
  expect(rows).toEqual([
    { purpose: 'reauthentication', token_hash: null, code_hash: expect.any(Buffer) },
    { purpose: 'taken', token_hash: expect.any(Buffer), code_hash: null },
  ])
})
