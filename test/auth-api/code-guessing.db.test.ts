import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifyEmailOtp } from '../../src/auth-api/sign-in/verify-links.writes.server.ts'
import { emailKey } from '../../src/domains/identity/identity.rules.ts'
import { queueEmail, renderQueuedEmail } from '../../src/domains/identity/messages/messages.writes.server.ts'
import { signIn, signInByLink, signUp } from '../../src/domains/identity/sign-in.writes.server.ts'
import { hashPassword } from '../../src/platform/passwords/password-hashing.server.ts'
import { testEngine, testRequestInfo } from '../support/engine.ts'
import { testDatabase } from '../support/test-database.ts'

const database = testDatabase()
const { engine } = testEngine(database, 'smtp://localhost:1')
const wire = { engine, sign: async () => 'signed' }
const password = 'lantern over the quiet harbor'

let password_hash: string
beforeAll(async () => {
  password_hash = await hashPassword(password)
})

async function person() {
  const [id, email] = [uuidv7(), `${randomUUID()}@example.org`]
  await database.auth
    .insertInto('auth.users')
    .values({ id, email, email_key: emailKey(email), email_confirmed_at: new Date(), password_hash })
    .execute()
  return { id, email }
}

/** Sends an email. @returns its token and code */
async function mailed({ id: user_id, email }: { id: string; email: string }) {
  await queueEmail(engine, { user_id, purpose: 'magiclink', sent_to: email })
  const { id } = await database.auth
    .selectFrom('auth.mail_tokens')
    .select('id')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  const { token = '', code = '' } = (await renderQueuedEmail(engine, id, engine.clock.now())) ?? {}
  return { token, code }
}

const tryCode = (email: string, code: string, address = testRequestInfo().address) =>
  verifyEmailOtp(wire, { email, code }, ['magiclink'], testRequestInfo({ address }))
const isPaused = (answer: object) => 'errorCode' in answer && answer.errorCode === 'over_request_rate_limit'
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

/** Resets the rate limit of 15 minutes for every account. */
const quarterPasses = () =>
  database.auth.deleteFrom('auth.rate_limits').where('key', 'like', 'proof:%').execute()

describe('a code from an email', () => {
  test('can be guessed at most fifty times a day across emails, and the link still works after that', async () => {
    for (const who of [await person(), { id: '', email: `${randomUUID()}@example.org` }]) {
      let judged = 0
      for (let round = 0; round < 15; round++) {
        const { code } = who.id ? await mailed(who) : { code: '' }
        const answers = await Promise.all(Array.from({ length: 5 }, () => tryCode(who.email, wrongFor(code))))
        judged += answers.filter((answer) => !isPaused(answer)).length
        await quarterPasses()
      }
      expect(judged).toBe(50)
      if (!who.id) continue
      const { code, token } = await mailed(who)
      expect(isPaused(await tryCode(who.email, code))).toBe(true)
      expect((await signInByLink(engine, token, testRequestInfo())).outcome).toBe('signed_in')
    }
  })

  test('that is correct does not count against the rate limit', async () => {
    const who = await person()
    for (let time = 0; time < 60; time++) {
      const { code } = await mailed(who)
      expect('body' in (await tryCode(who.email, code)), String(time)).toBe(true)
    }
  })

  test('can be guessed at most ten times, even when the guesses are sent at once', async () => {
    const who = await person()
    await mailed(who)
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => tryCode(who.email, 'no code', '192.0.2.200')),
    )
    expect(answers.filter((answer) => !isPaused(answer))).toHaveLength(10)
  })

  test('can be guessed at most a hundred times from one address across many accounts', async () => {
    const address = '192.0.2.201'
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => tryCode(`${randomUUID()}@example.org`, '123456', address)),
    )
    expect(answers.filter((answer) => !isPaused(answer))).toHaveLength(100)
  })
})

test('ten wrong passwords for ten accounts do not block an eleventh account on the same address', async () => {
  const requestInfo = testRequestInfo({ address: '192.0.2.202' })
  const [right, ...others] = await Promise.all(Array.from({ length: 11 }, person))
  for (const { email } of others)
    expect(await signIn(engine, { email, password: 'wrong' }, requestInfo)).toEqual({ outcome: 'wrong' })
  expect(await signIn(engine, { email: right?.email ?? '', password }, requestInfo)).toMatchObject({
    outcome: 'signed_in',
  })
})

test('sign-ups from this machine are not limited by address', async () => {
  const { engine: local } = testEngine(database)
  for (const address of ['127.0.0.1', '0:0:0:0'])
    for (let time = 0; time < 25; time++) {
      const made = await signUp(
        local,
        { email: `${randomUUID()}@example.org`, password: 'short' },
        testRequestInfo({ address }),
      )
      expect(made.outcome).toBe('weak')
    }
})
