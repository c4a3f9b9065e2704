import { describe, expect, test } from 'vitest'
import { testEngine, testRequestInfo } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { otherPassword, password } from '../../../../test/support/user-pool.ts'
import { signUpOnce } from './repeated-sign-up.writes.server.ts'

const database = testDatabase()
let people = 0
const newAddress = () => `pressed-twice-${++people}@example.org`
const requests = () => database.auth.selectFrom('auth.pending_account_requests').select('id').execute()

describe('A sign-up that is sent twice, without mail', () => {
  test('signs in both times, in sequence or concurrently', async () => {
    const { engine } = testEngine(database)
    for (const together of [false, true]) {
      const input = { email: newAddress(), password }
      const requestInfo = testRequestInfo()
      const first = signUpOnce(engine, input, requestInfo)
      if (!together) await first
      const results = await Promise.all([first, signUpOnce(engine, input, requestInfo)])
      const sessions = results.map((result) =>
        'session' in result ? result.session.user_id : result.outcome,
      )
      expect(sessions).toEqual([expect.stringMatching(/-/), sessions[0]])
    }
  })

  test('reports a taken address if the password differs or the account is not new', async () => {
    const { engine, time } = testEngine(database)
    const input = { email: newAddress(), password }
    const requestInfo = testRequestInfo()
    await signUpOnce(engine, input, requestInfo)
    const again = (with_password: string) =>
      signUpOnce(engine, { ...input, password: with_password }, requestInfo)
    expect(await again(otherPassword)).toEqual({ outcome: 'taken' })
    expect(await again(password)).toMatchObject({ outcome: 'signed_in' })
    time.now = new Date(time.now.getTime() + 61_000)
    expect(await again(password)).toEqual({ outcome: 'taken' })
  })

  test('is rate-limited after too many wrong passwords', async () => {
    const { engine } = testEngine(database)
    const email = newAddress()
    await signUpOnce(engine, { email, password }, testRequestInfo())
    const tried = await Promise.all(
      Array.from({ length: 12 }, (_, each) =>
        signUpOnce(engine, { email, password: `${otherPassword} ${each}` }, testRequestInfo()),
      ),
    )
    expect(tried.map(({ outcome }) => outcome)).toContain('wait')
  })
})

describe('A sign-up that is sent twice, with mail', () => {
  const input = () => ({ email: newAddress(), password })

  test('sends one email, with the same response both times', async () => {
    const { engine, time } = testEngine(database, 'smtp://127.0.0.1:1')
    const before = (await requests()).length
    const [one, requestInfo] = [input(), testRequestInfo()]
    const first = await signUpOnce(engine, one, requestInfo)
    expect(first.outcome).toBe('check_mail')
    expect(await signUpOnce(engine, one, requestInfo)).toEqual(first)
    expect(await requests()).toHaveLength(before + 1)
    time.now = new Date(time.now.getTime() + 61_000)
    await signUpOnce(engine, one, requestInfo)
    expect(await requests()).toHaveLength(before + 2)
  })

  test('counts as a new request if password, term or client IP differ', async () => {
    const { engine } = testEngine(database, 'smtp://127.0.0.1:1')
    const before = (await requests()).length
    const [one, requestInfo] = [input(), testRequestInfo()]
    await signUpOnce(engine, one, requestInfo)
    await signUpOnce(engine, { ...one, password: otherPassword }, requestInfo)
    await signUpOnce(engine, { ...one, wanted: { save: 'gaslighting' } }, requestInfo)
    await signUpOnce(engine, one, testRequestInfo())
    expect(await requests()).toHaveLength(before + 4)
  })
})
