import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { processRequests, testEngine, testRequestInfo } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { otherPassword, password, userPool } from '../../../test/support/user-pool.ts'
import { resetPassword } from './credentials/password.writes.server.ts'
import { readSession, readUserByEmail } from './identity.reads.server.ts'
import { queueEmail, renderQueuedEmail } from './messages/messages.writes.server.ts'
import { signIn, signInByLink, signUp } from './sign-in.writes.server.ts'

const database = testDatabase()
const { createUser, setStatus } = userPool(database)

test('a password with an outdated hash is rehashed at sign-in, and only then', async () => {
  const email = 'cheaper@example.org'
  const { engine, session } = await createUser(email)
  const cheap = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await database.auth
    .updateTable('auth.users')
    .set({ password_hash: cheap })
    .where('id', '=', session.user_id)
    .execute()
  const storedHash = async () => (await readUserByEmail(database.auth, email))?.password_hash

  expect(await signIn(engine, { email, password: otherPassword }, testRequestInfo())).toEqual({
    outcome: 'wrong',
  })
  expect(await storedHash()).toBe(cheap)
  expect(await signIn(engine, { email, password }, testRequestInfo())).toMatchObject({ outcome: 'signed_in' })
  const renewed = await storedHash()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await signIn(engine, { email, password }, testRequestInfo())).toMatchObject({ outcome: 'signed_in' })
  expect(await storedHash()).toBe(renewed)
})

describe('signing up without SMTP, locally', () => {
  test('signs in immediately, with a profile and the age confirmation', async () => {
    const { session, token } = await createUser('one@example.org')
    expect(session).toMatchObject({ aal: 'aal1', status: 'active', owes_factor: false, shared_device: false })
    expect(await readSession(database.auth, token, new Date())).toMatchObject({ id: session.id })
    const user = await readUserByEmail(database.auth, ' ONE@Example.org')
    expect(user).toMatchObject({ id: session.user_id, email: 'one@example.org' })
    expect(user?.of_age_at).toBeInstanceOf(Date)
    const profiles = await database.owner.transaction().execute(async (transaction) => {
      // Row level security is forced: even the owner of the table sees no profile.
      return transaction.selectFrom('profiles').select('id').execute()
    })
    expect(profiles).toEqual([])
  })

  test('reports a taken address, ignoring case', async () => {
    const { engine } = await createUser('two@example.org')
    expect(
      await signUp(engine, { email: 'TWO@example.org', password: otherPassword }, testRequestInfo()),
    ).toEqual({
      outcome: 'taken',
    })
  })

  test('rejects weak passwords, with reasons', async () => {
    const { engine } = testEngine(database)
    for (const weak of ['password123', 'weak@example.org', 'aaaaaaaaaaaa', 'qwertyuiop[]']) {
      const result = await signUp(engine, { email: 'weak@example.org', password: weak }, testRequestInfo())
      expect(result).toMatchObject({ outcome: 'weak' })
      expect('reasons' in result && result.reasons[0]?.sentence).toMatch(/\.$/)
    }
    expect(await readUserByEmail(database.auth, 'weak@example.org')).toBeUndefined()
  })

  test('creates one account for ten concurrent requests with one address', async () => {
    const { engine } = testEngine(database)
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        signUp(engine, { email: 'ten@example.org', password }, testRequestInfo()),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'signed_in')).toHaveLength(1)
    expect(results.filter(({ outcome }) => outcome === 'taken')).toHaveLength(9)
  })

  test('limits concurrent accounts from one IP address to twenty', async () => {
    const { engine } = testEngine(database)
    const place = testRequestInfo()
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, number) =>
        signUp(engine, { email: `crowd-${number}@example.org`, password }, place),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'signed_in')).toHaveLength(20)
    expect(results.filter(({ outcome }) => outcome === 'wait')).toHaveLength(20)
  })

  test('counts rejected passwords too, so that strength checks are limited', async () => {
    const { engine } = testEngine(database)
    const place = testRequestInfo()
    const results = await Promise.all(
      Array.from({ length: 21 }, () =>
        signUp(engine, { email: 'weak@example.org', password: 'password123' }, place),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'wait')).toHaveLength(1)
  })

  test('is disabled on a public server without SMTP', async () => {
    const { engine } = testEngine(database)
    const open = { ...engine, config: { ...engine.config, loopback: false } }
    expect(await signUp(open, { email: 'three@example.org', password }, testRequestInfo())).toEqual({
      outcome: 'closed',
    })
  })
})

describe('signing up with SMTP', () => {
  test('responds alike for unknown, unverified and known addresses; only the email differs', async () => {
    const { engine } = testEngine(database, 'smtp://127.0.0.1:1')
    await createUser('known@example.org')
    const answers = []
    for (const email of ['new@example.org', 'new@example.org', 'known@example.org']) {
      answers.push(await signUp(engine, { email, password }, testRequestInfo()))
    }
    const alike = { outcome: 'check_mail', user_id: expect.any(String) }
    expect(answers).toEqual([alike, alike, alike])
    await processRequests(engine)
    const mails = await database.auth
      .selectFrom('auth.mail_tokens')
      .select(['purpose', 'sent_to', 'token_hash'])
      .orderBy('sent_to')
      .execute()
    expect(mails).toEqual([
      { purpose: 'taken', sent_to: 'known@example.org', token_hash: null },
      { purpose: 'signup', sent_to: 'new@example.org', token_hash: null },
    ])
  })

  test('reveals nothing about the address in a following sign-in with the chosen password', async () => {
    const { engine } = testEngine(database, 'smtp://127.0.0.1:1')
    await createUser('has-one@example.org')
    await createUser('is-paused@example.org')
    await setStatus('is-paused@example.org', 'suspended')
    const saidOf = async (email: string) => {
      await signUp(engine, { email, password: otherPassword }, testRequestInfo())
      const stranger = testRequestInfo()
      const tries = await Promise.all(
        Array.from({ length: 10 }, () => signIn(engine, { email, password: otherPassword }, stranger)),
      )
      const last = await signIn(engine, { email, password }, stranger)
      return [tries.map(({ outcome }) => outcome), last.outcome]
    }
    const results = await Promise.all(
      ['has-none@example.org', 'has-one@example.org', 'is-paused@example.org'].map(saidOf),
    )
    expect(results).toEqual(Array(3).fill([Array(10).fill('wrong'), 'wait']))
  })
})

describe("an attacker who signed up first with someone else's address", () => {
  const smtp = 'smtp://127.0.0.1:1'
  const linkOf = async (email: string, purpose: 'signup' | 'magiclink') => {
    const { engine } = testEngine(database, smtp)
    const user = await readUserByEmail(database.auth, email)
    if (!user) throw new Error('nobody')
    if (purpose === 'magiclink') await queueEmail(engine, { user_id: user.id, purpose, sent_to: email })
    const { id } = await database.auth
      .selectFrom('auth.mail_tokens')
      .select('id')
      .where('user_id', '=', user.id)
      .where('purpose', '=', purpose)
      .executeTakeFirstOrThrow()
    return (await renderQueuedEmail(engine, id, new Date()))?.token ?? ''
  }
  const pressLink = async (email: string, purpose: 'signup' | 'magiclink', typed?: string) =>
    signInByLink(testEngine(database, smtp).engine, await linkOf(email, purpose), testRequestInfo(), typed)

  test('can no longer use their password once the owner signs in by a link', async () => {
    const { engine } = testEngine(database, smtp)
    await signUp(engine, { email: 'mine@example.org', password: otherPassword }, testRequestInfo())
    await processRequests(engine)
    expect(await pressLink('mine@example.org', 'magiclink')).toMatchObject({ outcome: 'signed_in' })
    expect(
      await signIn(engine, { email: 'mine@example.org', password: otherPassword }, testRequestInfo()),
    ).toEqual({
      outcome: 'wrong',
    })
  })

  test('can no longer use their password once the owner has signed up too', async () => {
    const { engine } = testEngine(database, smtp)
    await signUp(engine, { email: 'mine-too@example.org', password: otherPassword }, testRequestInfo())
    await signUp(engine, { email: 'mine-too@example.org', password }, testRequestInfo())
    await processRequests(engine)
    expect(await pressLink('mine-too@example.org', 'signup', password)).toMatchObject({
      outcome: 'signed_in',
    })
    expect(
      await signIn(engine, { email: 'mine-too@example.org', password: otherPassword }, testRequestInfo()),
    ).toEqual({
      outcome: 'wrong',
    })
    expect(
      await signIn(engine, { email: 'mine-too@example.org', password }, testRequestInfo()),
    ).toMatchObject({
      outcome: 'signed_in',
    })
  })

  test('is not verified by the link alone, without the password', async () => {
    const { engine } = testEngine(database, smtp)
    await signUp(engine, { email: 'waiting@example.org', password: otherPassword }, testRequestInfo())
    await processRequests(engine)
    const link = await linkOf('waiting@example.org', 'signup')
    for (const typed of [undefined, '', password]) {
      expect(await signInByLink(engine, link, testRequestInfo(), typed)).toEqual({ outcome: 'wrong' })
    }
    expect(await readUserByEmail(database.auth, 'waiting@example.org')).toMatchObject({
      email_confirmed_at: null,
    })
    // The same link sets a new password, and the first one stops working.
    expect(await resetPassword(engine, { token: link, password })).toEqual({ outcome: 'changed' })
    const signingIn = (typed: string) =>
      signIn(engine, { email: 'waiting@example.org', password: typed }, testRequestInfo())
    expect(await signingIn(otherPassword)).toEqual({ outcome: 'wrong' })
    expect(await signingIn(password)).toMatchObject({ outcome: 'signed_in' })
  })

  test('is not verified by signing up again while the owner enters a password', async () => {
    const { engine } = testEngine(database, smtp)
    await signUp(engine, { email: 'racing@example.org', password }, testRequestInfo())
    await processRequests(engine)
    const link = await linkOf('racing@example.org', 'signup')
    const [pressed] = await Promise.all([
      signInByLink(engine, link, testRequestInfo(), password),
      ...Array.from({ length: 3 }, async () => {
        await signUp(engine, { email: 'racing@example.org', password: otherPassword }, testRequestInfo())
        await processRequests(engine)
      }),
    ])
    const user = await readUserByEmail(database.auth, 'racing@example.org')
    if (pressed.outcome === 'signed_in') expect(user?.email_confirmed_at).toBeInstanceOf(Date)
    const stranger = await signIn(
      engine,
      { email: 'racing@example.org', password: otherPassword },
      testRequestInfo(),
    )
    expect(stranger).toEqual({ outcome: 'wrong' })
  })

  test('can guess the password for a link at most ten times', async () => {
    const { engine } = testEngine(database, smtp)
    await signUp(engine, { email: 'guessed@example.org', password }, testRequestInfo())
    await processRequests(engine)
    const link = await linkOf('guessed@example.org', 'signup')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => signInByLink(engine, link, testRequestInfo(), otherPassword)),
    )
    expect(guesses.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(10)
    expect(guesses.filter(({ outcome }) => outcome === 'wait')).toHaveLength(2)
  })

  test('cannot set the password of a verified account', async () => {
    const { engine } = testEngine(database, smtp)
    await createUser('confirmed@example.org')
    await signUp(engine, { email: 'confirmed@example.org', password: otherPassword }, testRequestInfo())
    await processRequests(engine)
    expect(
      await signIn(engine, { email: 'confirmed@example.org', password: otherPassword }, testRequestInfo()),
    ).toEqual({
      outcome: 'wrong',
    })
    expect(
      await signIn(engine, { email: 'confirmed@example.org', password }, testRequestInfo()),
    ).toMatchObject({
      outcome: 'signed_in',
    })
  })
})

describe('signing in', () => {
  test('creates a second session with the right password, and none with a wrong or missing one', async () => {
    const { engine, session } = await createUser('four@example.org')
    const again = await signIn(
      engine,
      { email: 'Four@Example.org', password },
      testRequestInfo({ shared_device: true }),
    )
    expect(again).toMatchObject({
      outcome: 'signed_in',
      session: { user_id: session.user_id, shared_device: true },
    })
    for (const input of [otherPassword, '', `${password} `]) {
      expect(await signIn(engine, { email: 'four@example.org', password: input }, testRequestInfo())).toEqual(
        {
          outcome: 'wrong',
        },
      )
    }
    expect(await signIn(engine, { email: 'nobody@example.org', password }, testRequestInfo())).toEqual({
      outcome: 'wrong',
    })
  })

  test('reveals a suspension only with the right password', async () => {
    const { engine, token } = await createUser('five@example.org')
    await setStatus('five@example.org', 'suspended')
    expect(await readSession(database.auth, token, new Date())).toBeUndefined()
    expect(await signIn(engine, { email: 'five@example.org', password }, testRequestInfo())).toEqual({
      outcome: 'suspended',
    })
    expect(
      await signIn(engine, { email: 'five@example.org', password: otherPassword }, testRequestInfo()),
    ).toEqual({
      outcome: 'wrong',
    })
  })

  test('is blocked for only that account, from every IP address, after ten wrong passwords', async () => {
    const { engine } = await createUser('six@example.org')
    await createUser('seven@example.org')
    const thief = testRequestInfo()
    const tries = Array.from({ length: 10 }, () =>
      signIn(engine, { email: 'six@example.org', password: otherPassword }, thief),
    )
    expect(new Set((await Promise.all(tries)).map(({ outcome }) => outcome))).toEqual(new Set(['wrong']))
    expect(await signIn(engine, { email: 'six@example.org', password }, testRequestInfo())).toMatchObject({
      outcome: 'wait',
    })
    for (const requestInfo of [thief, testRequestInfo()])
      expect(await signIn(engine, { email: 'seven@example.org', password }, requestInfo)).toMatchObject({
        outcome: 'signed_in',
      })
  })

  test('counts thirty concurrent guesses, and rejects a right password beyond the limit', async () => {
    const { engine } = await createUser('crowd@example.org')
    const guesses = Array.from({ length: 30 }, (_, place) =>
      place === 29 ? password : `${otherPassword} ${place}`,
    )
    const results = await Promise.all(
      guesses.map((guess) =>
        signIn(engine, { email: 'crowd@example.org', password: guess }, testRequestInfo()),
      ),
    )
    expect(results.filter(({ outcome }) => outcome === 'wrong').length).toBeLessThanOrEqual(10)
    expect(results.at(-1)).toMatchObject({ outcome: 'wait' })
  })

  test('limits concurrent attempts on many accounts from one IP address to a hundred', async () => {
    const { engine } = await createUser('sprayed@example.org')
    const thief = testRequestInfo()
    const results = await Promise.all(
      Array.from({ length: 140 }, (_, place) =>
        signIn(
          engine,
          { email: place === 139 ? 'sprayed@example.org' : `sprayed-${place}@example.org`, password },
          thief,
        ),
      ),
    )
    const outcomes = results.map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome !== 'wait').length).toBe(100)
  })

  test('takes as long for an unknown address as for a known one', async () => {
    const { engine } = await createUser('eight-0@example.org')
    await createUser('eight-1@example.org')
    await createUser('eight-2@example.org')
    const took = async (email: string) => {
      const startedAt = performance.now()
      await signIn(engine, { email, password: otherPassword }, testRequestInfo())
      return performance.now() - startedAt
    }
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let time = 0; time < 12; time++) {
      known.push(await took(`eight-${time % 3}@example.org`))
      unknown.push(await took(`nobody-${time % 3}@example.org`))
    }
    // The minimum of several alternating runs ignores other load. Without the hash it would be a tenth.
    const ratio = Math.min(...unknown) / Math.min(...known)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  test('succeeds if the profile cannot be created, and logs it', async () => {
    const { engine, lines } = testEngine(database)
    const broken = { ...engine, app: database.auth }
    expect(await signUp(broken, { email: 'nine@example.org', password }, testRequestInfo())).toMatchObject({
      outcome: 'signed_in',
    })
    expect(lines.map(({ message }) => message)).toEqual(['a profile could not be made'])
    expect(JSON.stringify(lines)).not.toContain('nine@')
  })
})
