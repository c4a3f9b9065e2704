import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { testEngine } from '../../../../test/support/engine.ts'
import { testDatabase } from '../../../../test/support/test-database.ts'
import { readUserByEmail } from '../identity.reads.server.ts'
import { emailKey } from '../identity.rules.ts'
import type { Request } from './pending-requests.contract.ts'
import { enqueueAccountRequest } from './pending-requests.writes.server.ts'
import { processAccountRequest } from './process-request.writes.server.ts'

const database = testDatabase()
const { engine, time } = testEngine(database, 'smtp://localhost:1')
const app = { redirect_to: 'https://app.example/in', code_challenge: 'x'.repeat(43) }
const userData = { user_metadata: { theme: 'dusk' }, of_age: true }

let people = 0
type Columns = {
  email_confirmed_at?: Date
  password_hash?: string
  new_email?: string
  new_email_until?: Date
  status?: 'active' | 'restricted' | 'suspended'
}
/** An address, and the account that has it, if columns are given. */
async function newAddress(columns?: Columns) {
  const email = `Person-${++people}@example.org`
  const id = uuidv7()
  if (columns) {
    const row = { id, email, email_key: emailKey(email), ...columns }
    await database.auth.insertInto('auth.users').values(row).execute()
  }
  return { email, id }
}
/** A change of address that waits for its confirmation. */
const pending = (new_email: string, until = new Date('2100-01-01')) => ({ new_email, new_email_until: until })
const confirmed = { email_confirmed_at: new Date('2026-01-01T00:00:00Z') }
const signUp = (email: string, user_id = uuidv7(), password_hash = 'a new hash'): Request => ({
  kind: 'sign_up',
  email,
  user_id,
  password_hash,
  ...userData,
  wanted: { save: 'gaslighting' },
  app,
})

async function enqueue(request: Request): Promise<string> {
  await enqueueAccountRequest(engine, request)
  const rows = await database.auth
    .selectFrom('auth.pending_account_requests')
    .select('id')
    .orderBy('id', 'desc')
    .execute()
  return rows[0]?.id ?? ''
}
const answer = async (request: Request) => processAccountRequest(engine, await enqueue(request))
const emails = (...addresses: string[]) =>
  database.auth
    .selectFrom('auth.mail_tokens')
    .select(['purpose', 'sent_to', 'redirect_to', 'code_challenge', 'wanted'])
    .where('sent_to', 'in', addresses)
    .orderBy('purpose')
    .execute()
const purposes = async (...addresses: string[]) =>
  (await emails(...addresses)).map(({ purpose, sent_to }) => [purpose, sent_to])

describe('signing up', () => {
  test('creates the account of a new address with the given ID, and its email', async () => {
    const { email, id } = await newAddress()
    await answer(signUp(email, id))
    expect(await readUserByEmail(database.auth, email)).toMatchObject({
      id,
      email,
      email_confirmed_at: null,
      password_hash: 'a new hash',
      of_age_at: time.now,
      user_metadata: { theme: 'dusk' },
    })
    const identities = database.auth
      .selectFrom('auth.identities')
      .select('provider')
      .where('user_id', '=', id)
    expect(await identities.execute()).toEqual([{ provider: 'email' }])
    expect(await emails(email)).toEqual([
      { purpose: 'signup', sent_to: email, wanted: { save: 'gaslighting' }, ...app },
    ])
  })

  test('replaces password and metadata of an unverified account', async () => {
    const { email, id } = await newAddress({ password_hash: 'an old hash' })
    await answer({ ...signUp(email), user_metadata: { name: 'Not you' } } as Request)
    await answer({ ...signUp(email), of_age: false } as Request)
    expect(await readUserByEmail(database.auth, email)).toMatchObject({
      id,
      password_hash: 'a new hash',
      of_age_at: null,
      user_metadata: { theme: 'dusk' },
    })
    expect(await purposes(email)).toEqual([['signup', email]])
  })

  test('notifies an existing account, without a link to an app, and changes nothing', async () => {
    for (const columns of [confirmed, { ...confirmed, password_hash: 'an old hash' }]) {
      const { email } = await newAddress(columns)
      const before = await readUserByEmail(database.auth, email)
      await answer(signUp(email.toUpperCase()))
      expect(await readUserByEmail(database.auth, email)).toEqual(before)
      expect(await emails(email)).toMatchObject([
        { purpose: 'taken', sent_to: email, redirect_to: null, code_challenge: null },
      ])
    }
  })
})

describe('a request for a sign-in email', () => {
  const signIn = (email: string, open = true): Request => ({ kind: 'sign_in', email, open, ...userData, app })

  test('creates an account if allowed, with its metadata', async () => {
    const { email } = await newAddress()
    await answer(signIn(email, false))
    expect([await readUserByEmail(database.auth, email), await emails(email)]).toEqual([undefined, []])
    await answer(signIn(email))
    expect(await readUserByEmail(database.auth, email)).toMatchObject({
      password_hash: null,
      of_age_at: time.now,
      user_metadata: { theme: 'dusk' },
    })
    expect(await emails(email)).toMatchObject([{ purpose: 'signup', ...app }])
  })

  test.each([
    ['magiclink', confirmed],
    // The email removes the password, which someone else may have chosen.
    ['magiclink', { password_hash: 'an old hash' }],
  ] as const)('sends a %s email for %o, and changes nothing', async (purpose, columns) => {
    const { email } = await newAddress(columns)
    const before = await readUserByEmail(database.auth, email)
    await answer(signIn(email))
    expect(await readUserByEmail(database.auth, email)).toEqual(before)
    expect(await purposes(email)).toEqual([[purpose, email]])
  })

  test('replaces the metadata of an unverified account', async () => {
    const { email, id } = await newAddress({})
    await answer({ ...signIn(email), of_age: false, user_metadata: { name: 'Not you' } } as Request)
    await answer(signIn(email))
    expect(await readUserByEmail(database.auth, email)).toMatchObject({
      id,
      of_age_at: time.now,
      user_metadata: { theme: 'dusk' },
    })
    expect(await purposes(email)).toEqual([['signup', email]])
  })
})

test('reset emails are sent to any account, and verification emails to unverified ones only', async () => {
  const [nobody, member, waiting] = [await newAddress(), await newAddress(confirmed), await newAddress({})]
  for (const { email } of [nobody, member, waiting]) {
    await answer({ kind: 'recovery', email: email.toLowerCase(), app })
    await answer({ kind: 'confirm', email, app })
  }
  expect(await purposes(nobody.email, member.email, waiting.email)).toEqual([
    ['recovery', member.email],
    ['recovery', waiting.email],
    ['signup', waiting.email],
  ])
})

describe('the emails of an address change', () => {
  test('go to both addresses; an existing account gets a notice instead', async () => {
    const holder = await newAddress(confirmed)
    const squatted = (await newAddress({ password_hash: 'of a stranger' })).email.toLowerCase()
    for (const next of [`next-${people}@example.org`, squatted, holder.email.toLowerCase()]) {
      const { email, id } = await newAddress({ ...confirmed, ...pending(next) })
      await answer({ kind: 'change', user_id: id, app })
      const toNext = next === emailKey(holder.email) ? ['taken', holder.email] : ['email_change_new', next]
      expect(await purposes(email, next, holder.email)).toEqual([['email_change_current', email], toNext])
    }
  })

  test('are not sent without a request, or if it is an hour old', async () => {
    for (const columns of [
      confirmed,
      { ...confirmed, ...pending('next-late@example.org', engine.clock.now()) },
    ]) {
      const { email, id } = await newAddress(columns)
      await answer({ kind: 'change', user_id: id, app })
      expect(await emails(email)).toEqual([])
    }
  })
})

test('a suspended account gets no email and is not changed', async () => {
  for (const columns of [confirmed, { password_hash: 'an old hash' }]) {
    const next = `next-${people}@example.org`
    const { email, id } = await newAddress({ ...columns, ...pending(next), status: 'suspended' })
    const before = await readUserByEmail(database.auth, email)
    await answer(signUp(email))
    await answer({ kind: 'sign_in', email, open: true, ...userData, app })
    await answer({ kind: 'recovery', email })
    await answer({ kind: 'confirm', email, app })
    await answer({ kind: 'change', user_id: id, app })
    expect(await emails(email, next)).toEqual([])
    expect(await readUserByEmail(database.auth, email)).toEqual(before)
  }
})

describe('a request', () => {
  test('is stored encrypted, and cannot be decrypted in another row', async () => {
    const { email } = await newAddress()
    const id = await enqueue(signUp(email, undefined, '$argon2id$secret'))
    const client = await database.connect()
    for (const table of ['auth.pending_account_requests', 'graphile_worker._private_jobs']) {
      const { rows } = await client.query(`select to_jsonb(t)::text as row from ${table} t`)
      const copy = JSON.stringify(rows)
      expect(copy).not.toMatch(/example\.org|argon2id/i)
      expect(copy).not.toContain(Buffer.from(email).toString('hex'))
      expect(copy).toContain(id)
    }
    const moved = uuidv7()
    await client.query('update auth.pending_account_requests set id = $1 where id = $2', [moved, id])
    await client.end()
    await expect(processAccountRequest(engine, moved)).rejects.toThrow()
    expect(await readUserByEmail(database.auth, email)).toBeUndefined()
    await database.auth.deleteFrom('auth.pending_account_requests').execute()
  })

  test('is processed once, also by two concurrent processes', async () => {
    const { email } = await newAddress(confirmed)
    const id = await enqueue({ kind: 'recovery', email })
    await Promise.all([processAccountRequest(engine, id), processAccountRequest(engine, id)])
    await processAccountRequest(engine, id)
    const client = await database.connect()
    const { rows } = await client.query(
      `select count(*)::int from graphile_worker._private_jobs where payload->>'mail_token_id' in
         (select id::text from auth.mail_tokens where sent_to = $1)`,
      [email],
    )
    await client.end()
    expect(rows).toEqual([{ count: 1 }])
  })

  test('that fails is kept unchanged and retried', async () => {
    const { email } = await newAddress()
    const id = await enqueue(signUp(email))
    const superuser = await database.connect()
    await superuser.query('revoke insert on auth.mail_tokens from unfog_auth')
    await expect(processAccountRequest(engine, id)).rejects.toMatchObject({ code: '42501' })
    expect(await readUserByEmail(database.auth, email)).toBeUndefined()
    await superuser.query('grant insert on auth.mail_tokens to unfog_auth')
    await superuser.end()
    await processAccountRequest(engine, id)
    expect(await readUserByEmail(database.auth, email)).toMatchObject({ email })
    expect(await purposes(email)).toEqual([['signup', email]])
  })

  test('creates one account, even among many concurrent requests for one new address', async () => {
    const { email } = await newAddress()
    const ids = []
    for (let time = 0; time < 6; time++) {
      ids.push(await enqueue(signUp(email)))
      ids.push(await enqueue({ kind: 'sign_in', email, open: true, ...userData, app }))
    }
    await Promise.all(ids.map((id) => processAccountRequest(engine, id)))
    const users = database.auth.selectFrom('auth.users').select('id').where('email_key', '=', emailKey(email))
    expect(await users.execute()).toHaveLength(1)
  })
})
