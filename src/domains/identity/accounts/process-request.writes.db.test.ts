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
const told = { user_metadata: { theme: 'dusk' }, of_age: true }

let people = 0
type Columns = {
  email_confirmed_at?: Date
  password_hash?: string
  new_email?: string
  new_email_until?: Date
  status?: 'active' | 'restricted' | 'suspended'
}
/** An address, and the account that has it, if columns are given. */
async function somebody(columns?: Columns) {
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
  ...told,
  wanted: { save: 'gaslighting' },
  app,
})

async function keep(asked: Request): Promise<string> {
  await enqueueAccountRequest(engine, asked)
  const rows = await database.auth.selectFrom('auth.requests').select('id').orderBy('id', 'desc').execute()
  return rows[0]?.id ?? ''
}
const answer = async (asked: Request) => processAccountRequest(engine, await keep(asked))
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
  test('makes the account of a new address under the name it was told, and its letter', async () => {
    const { email, id } = await somebody()
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

  test('changes the password of who never confirmed, and what was said of them', async () => {
    const { email, id } = await somebody({ password_hash: 'an old hash' })
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

  test('tells who has an account, in a letter that leads to no app, and changes nothing', async () => {
    for (const columns of [confirmed, { ...confirmed, password_hash: 'an old hash' }]) {
      const { email } = await somebody(columns)
      const before = await readUserByEmail(database.auth, email)
      await answer(signUp(email.toUpperCase()))
      expect(await readUserByEmail(database.auth, email)).toEqual(before)
      expect(await emails(email)).toMatchObject([
        { purpose: 'taken', sent_to: email, redirect_to: null, code_challenge: null },
      ])
    }
  })
})

describe('a letter to sign in by', () => {
  const signIn = (email: string, open = true): Request => ({ kind: 'sign_in', email, open, ...told, app })

  test('makes an account where it may, and keeps what it was told', async () => {
    const { email } = await somebody()
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
    // Its letter takes the password away: somebody else may have chosen it.
    ['magiclink', { password_hash: 'an old hash' }],
  ] as const)('is a %s for %o, and changes nothing', async (purpose, columns) => {
    const { email } = await somebody(columns)
    const before = await readUserByEmail(database.auth, email)
    await answer(signIn(email))
    expect(await readUserByEmail(database.auth, email)).toEqual(before)
    expect(await purposes(email)).toEqual([[purpose, email]])
  })

  test('says anew of who never confirmed what is said of them', async () => {
    const { email, id } = await somebody({})
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

test('a new password is for who has an account, confirmed or not; another confirming letter for who has not', async () => {
  const [nobody, member, waiting] = [await somebody(), await somebody(confirmed), await somebody({})]
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

describe('the letters for another address', () => {
  test('go to both; who has it already is told so instead', async () => {
    const holder = await somebody(confirmed)
    const squatted = (await somebody({ password_hash: 'of a stranger' })).email.toLowerCase()
    for (const next of [`next-${people}@example.org`, squatted, holder.email.toLowerCase()]) {
      const { email, id } = await somebody({ ...confirmed, ...pending(next) })
      await answer({ kind: 'change', user_id: id, app })
      const toNext = next === emailKey(holder.email) ? ['taken', holder.email] : ['email_change_new', next]
      expect(await purposes(email, next, holder.email)).toEqual([['email_change_current', email], toNext])
    }
  })

  test('are none for a person who wants no other, or whose wish is an hour old', async () => {
    for (const columns of [
      confirmed,
      { ...confirmed, ...pending('next-late@example.org', engine.clock.now()) },
    ]) {
      const { email, id } = await somebody(columns)
      await answer({ kind: 'change', user_id: id, app })
      expect(await emails(email)).toEqual([])
    }
  })
})

test('a paused account gets no letter, whatever is asked, and is not changed', async () => {
  for (const columns of [confirmed, { password_hash: 'an old hash' }]) {
    const next = `next-${people}@example.org`
    const { email, id } = await somebody({ ...columns, ...pending(next), status: 'suspended' })
    const before = await readUserByEmail(database.auth, email)
    await answer(signUp(email))
    await answer({ kind: 'sign_in', email, open: true, ...told, app })
    await answer({ kind: 'recovery', email })
    await answer({ kind: 'confirm', email, app })
    await answer({ kind: 'change', user_id: id, app })
    expect(await emails(email, next)).toEqual([])
    expect(await readUserByEmail(database.auth, email)).toEqual(before)
  }
})

describe('a request', () => {
  test('shows in the database neither who asked nor with what, and opens in no other row', async () => {
    const { email } = await somebody()
    const id = await keep(signUp(email, undefined, '$argon2id$secret'))
    const client = await database.connect()
    for (const table of ['auth.requests', 'graphile_worker._private_jobs']) {
      const { rows } = await client.query(`select to_jsonb(t)::text as row from ${table} t`)
      const copy = JSON.stringify(rows)
      expect(copy).not.toMatch(/example\.org|argon2id/i)
      expect(copy).not.toContain(Buffer.from(email).toString('hex'))
      expect(copy).toContain(id)
    }
    const moved = uuidv7()
    await client.query('update auth.requests set id = $1 where id = $2', [moved, id])
    await client.end()
    await expect(processAccountRequest(engine, moved)).rejects.toThrow()
    expect(await readUserByEmail(database.auth, email)).toBeUndefined()
    await database.auth.deleteFrom('auth.requests').execute()
  })

  test('is answered once, also by two processes at once', async () => {
    const { email } = await somebody(confirmed)
    const id = await keep({ kind: 'recovery', email })
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

  test('that cannot be answered is kept as it was, and answered later', async () => {
    const { email } = await somebody()
    const id = await keep(signUp(email))
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

  test('of many at once with one new address makes one account', async () => {
    const { email } = await somebody()
    const ids = []
    for (let time = 0; time < 6; time++) {
      ids.push(await keep(signUp(email)))
      ids.push(await keep({ kind: 'sign_in', email, open: true, ...told, app }))
    }
    await Promise.all(ids.map((id) => processAccountRequest(engine, id)))
    const users = database.auth.selectFrom('auth.users').select('id').where('email_key', '=', emailKey(email))
    expect(await users.execute()).toHaveLength(1)
  })
})
