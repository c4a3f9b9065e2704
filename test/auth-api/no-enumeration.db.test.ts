import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailKey, sessionCookies } from '../../src/domains/identity/identity.rules.ts'
import { hashToken, randomToken } from '../../src/platform/crypto.server.ts'
import { roles } from '../../src/platform/database/roles.server.ts'
import { hashPassword } from '../../src/platform/passwords/password-hashing.server.ts'
import { authApiApp, bearer, otherPassword, password, withMail } from '../support/auth-api-client.ts'
import { recordingDatabase } from '../support/statements.ts'
import { testDatabase } from '../support/test-database.ts'

/**
 * Requests do not reveal whether an address has an account. bench/enumeration.ts measures the time; these
 * tests compare the responses and the SQL statements.
 */
const database = testDatabase()
let wire: Awaited<ReturnType<typeof authApiApp>>
let watched: ReturnType<typeof recordingDatabase>
let password_hash: string

beforeAll(async () => {
  watched = recordingDatabase(database.at(roles.auth), roles.auth)
  const { app, owner, at, connect } = database
  wire = await authApiApp({ app, owner, at, connect, auth: watched.database }, withMail)
  password_hash = await hashPassword(otherPassword)
})
afterAll(() => watched.database.destroy())

const origin = 'http://localhost:3000'
let people = 0

/** The columns of each kind of account. */
const kinds = {
  nobody: () => undefined,
  'a member': () => ({ email_confirmed_at: wire.time.now, password_hash }),
  'who never confirmed': () => ({ password_hash }),
  'who came by a letter and never confirmed': () => ({}),
  'who came by a provider alone': () => ({ email_confirmed_at: wire.time.now }),
  'who moves to another address': () => ({
    email_confirmed_at: wire.time.now,
    password_hash,
    new_email: `next-${people}@example.org`,
    new_email_until: new Date('2100-01-01'),
  }),
  'a restricted member': () => ({ email_confirmed_at: wire.time.now, status: 'restricted' as const }),
  'a paused member': () => ({ email_confirmed_at: wire.time.now, status: 'suspended' as const }),
  'who was paused before confirming': () => ({ password_hash, status: 'suspended' as const }),
}

async function address(kind: keyof typeof kinds): Promise<string> {
  const email = `Somebody-${++people}@example.org`
  const columns = kinds[kind]()
  if (columns) {
    const row = { id: uuidv7(), email, email_key: emailKey(email), ...columns }
    await database.auth.insertInto('auth.users').values(row).execute()
  }
  return email
}

type Question = [name: string, path: string, body: (email: string) => Record<string, unknown>]
const door = '/auth/v1'
const questions: Question[] = [
  ['signing up on our page', '/auth-test?mode=sign-up', (email) => ({ email, password, of_age: 'on' })],
  ['a forgotten password on our page', '/auth-test/reset', (email) => ({ email })],
  ['signup', `${door}/signup`, (email) => ({ email, password, data: { theme: 'dusk' } })],
  ['recover', `${door}/recover`, (email) => ({ email })],
  ['otp', `${door}/otp`, (email) => ({ email })],
  ['otp that makes no account', `${door}/otp`, (email) => ({ email, create_user: false })],
  ['resend of a sign-up', `${door}/resend`, (email) => ({ email, type: 'signup' })],
]

async function ask([, path, body]: Question, email: string) {
  const json = path.startsWith(door)
  let response = new Response()
  const statements = await watched.during(async () => {
    response = await wire.ask(origin + path, {
      method: 'POST',
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body: json
        ? JSON.stringify(body(email))
        : `${new URLSearchParams(body(email) as Record<string, string>)}`,
    })
  })
  // IDs and times differ in each response, and the address appears where it was typed.
  const said = (await response.text())
    .replaceAll(email, '@')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '#')
  return { statements, status: response.status, said }
}

describe.each(questions)('%s', (...question) => {
  test('runs the same statements and has the same response for every kind of account', async () => {
    const first = await ask(question, await address('nobody'))
    expect(first.status).toBe(200)
    const touching = (what: string) => first.statements.filter((sql) => sql.includes(what))
    expect([touching('add_job').length, touching('"users"').length]).toEqual([1, 0])
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      expect(await ask(question, await address(kind)), kind).toEqual(first)
    }
    // Only the job treats accounts differently (requests/answers).
    await wire.readMessages()
  })
})

test.each(['page', 'wire'])(
  'a change to a taken address runs the same statements as a change to a free one (%s)',
  async (door) => {
    const holder = await address('a member')
    const work = []
    for (const wished of [holder, `free-${holder}`]) {
      const { session, id } = await wire.createConfirmedUser()
      const token = await cookieOf(id)
      const statements = await watched.during(async () => {
        if (door === 'wire') {
          const { headers } = bearer(session.access_token)
          const body = JSON.stringify({ email: wished })
          const response = await wire.ask('/user', { method: 'PUT', headers, body })
          expect([response.status, (await response.json()).new_email]).toEqual([200, wished])
          return
        }
        const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: sessionCookies(token).join('; ') }
        const body = new URLSearchParams({ intent: 'email', new_email: wished })
        const response = await wire.app.request('/dashboard/settings', { method: 'POST', headers, body })
        expect(await response.text()).toContain('Two messages are on their way')
      })
      // Parallel reads run in any order.
      work.push(statements.sort())
      await wire.readMessages()
    }
    expect(work[0]?.length).toBeGreaterThan(3)
    expect(work[1]).toEqual(work[0])
  },
)

/** Turns a session of the user into a cookie session. @returns its token */
async function cookieOf(user_id: string): Promise<string> {
  const token = randomToken()
  const { id } = await database.auth
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirstOrThrow()
  const row = database.auth.updateTable('auth.sessions').set({ token_hash: hashToken(token) })
  await row.where('id', '=', id).execute()
  return token
}
