import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { sendMessage } from '../../domains/contact/contact.writes.server.ts'
import { readServiceToken } from '../../domains/identity/accounts/service-tokens.reads.server.ts'
import { readSession } from '../../domains/identity/identity.reads.server.ts'
import { readConfig } from '../../platform/config.server.ts'
import { hashToken, masterKey, randomToken } from '../../platform/crypto.server.ts'
import { createLog } from '../../platform/log.server.ts'
import { createRateLimits } from '../../platform/rate-limits.server.ts'
import { OperatorError, parseCommand } from './operator.ts'

const database = testDatabase()
const now = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => now }
const key = masterKey(Buffer.alloc(32, 7))
const type = (line: string, yes?: string, mails = false) =>
  parseCommand({ words: line.split(' '), yes })(database.auth, clock, mails, async () => key)

/** @returns the token of a session of a new account */
async function newAccount(email: string): Promise<{ user_id: string; token: string }> {
  const [user_id, token] = [uuidv7(), randomToken()]
  await database.auth
    .insertInto('auth.users')
    .values({ id: user_id, email, email_key: email.toLowerCase(), password_hash: 'a-hash', created_at: now })
    .execute()
  await newSession(user_id, token, new Date('2026-12-01'))
  await newSession(user_id, randomToken(), new Date('2026-11-01'))
  await database.auth
    .insertInto('auth.factors')
    .values({
      id: uuidv7(),
      user_id,
      factor_type: 'totp',
      secret_sealed: Buffer.from('a-secret'),
      status: 'verified',
    })
    .execute()
  return { user_id, token }
}
const newSession = (user_id: string, token: string, expires_at: Date) =>
  database.auth
    .insertInto('auth.sessions')
    .values({ id: uuidv7(), user_id, token_hash: hashToken(token), expires_at })
    .execute()

const session = (token: string) => readSession(database.auth, token, now)
const events = () =>
  database.auth
    .selectFrom('auth.audit_events')
    .select(['actor', 'action', 'subject', 'created_at'])
    .orderBy('id')
    .execute()
const event = (action: string, subject: string) => ({ actor: 'operator', action, subject, created_at: now })

beforeEach(async () => {
  await database.auth.deleteFrom('auth.users').execute()
  const superuser = await database.connect()
  await superuser.query('truncate auth.audit_events')
  await superuser.end()
})

test('accounts are listed, and one is shown without its secrets', async () => {
  expect(await type('user list')).toBe('There are no accounts.')
  await newAccount('Ana@example.org')
  expect(await type('user list')).toBe('Ana@example.org\tactive\t2026-11-21T12:00:00.000Z')
  expect((await type('user show ana@EXAMPLE.org')).split('\n')).toEqual([
    'Ana@example.org',
    'status     active',
    'plan       starter',
    'confirmed  no',
    'created    2026-11-21T12:00:00.000Z',
    'sessions   1',
    'factors    1',
  ])
  expect(await events(), 'looking changes nothing').toEqual([])
})

test('a restricted user stays signed in, and is restricted from the next request until restored', async () => {
  const { user_id, token } = await newAccount('ana@example.org')
  expect(await type('user restrict ana@example.org')).toContain('ana@example.org is now restricted')
  expect(await session(token)).toMatchObject({ status: 'restricted' })
  expect(await type('user restore ana@example.org')).toBe('ana@example.org is now active.')
  expect(await session(token)).toMatchObject({ status: 'active' })
  expect(await events()).toEqual([event('restrict', user_id), event('restore', user_id)])
})

test('suspending a user ends every session immediately, and restoring brings none back', async () => {
  const { user_id, token } = await newAccount('ana@example.org')
  const other = await newAccount('bea@example.org')
  expect(await type('user suspend ana@example.org')).toContain('ana@example.org is now suspended')
  expect(await session(token)).toBeUndefined()
  expect(await session(other.token)).toBeDefined()
  // A sign-in that had read the account before.
  await newSession(user_id, 'late', new Date('2026-12-01'))
  await type('user restore ana@example.org')
  expect(await session(token)).toBeUndefined()
  expect(await session('late')).toBeUndefined()
  expect(await events()).toEqual([event('suspend', user_id), event('restore', user_id)])
})

test('a plan can be set and reset, and applies from the next request', async () => {
  const { user_id, token } = await newAccount('ana@example.org')
  expect(await type('user plan ana@EXAMPLE.org journal')).toBe('ana@EXAMPLE.org is now on the plan Journal.')
  expect(await session(token)).toMatchObject({ plan: 'journal' })
  expect(await type('user plan ana@example.org journal')).toBe(
    'ana@example.org is already on the plan Journal.',
  )
  await type('user plan ana@example.org ai-plus')
  expect(await type('user show ana@example.org')).toContain('\nplan       ai-plus\n')
  expect(await type('user plan ana@example.org starter')).toBe('ana@example.org is now on the plan Starter.')
  expect(await session(token)).toMatchObject({ plan: 'starter' })
  expect(await events()).toEqual(Array(3).fill(event('plan', user_id)))
  await expect(type('user plan nobody@example.org journal')).rejects.toThrow('No account has the address')
})

test.each(['gold', 'Journal', 'constructor'])('the unknown plan %s is rejected', async (plan) => {
  expect(() => type(`user plan ana@example.org ${plan}`)).toThrow(
    `There is no plan ${plan}: type starter, journal, ai-plus.`,
  )
})

test('an unchanged status is reported, and not logged again', async () => {
  await newAccount('ana@example.org')
  expect(await type('user restore ana@example.org')).toBe('ana@example.org is already active.')
  expect(await events()).toEqual([])
})

test('a failed command changes nothing', async () => {
  const { token } = await newAccount('ana@example.org')
  const superuser = await database.connect()
  await superuser.query('revoke insert on auth.audit_events from unfog_auth')
  try {
    await expect(type('user suspend ana@example.org')).rejects.toMatchObject({ code: '42501' })
    await expect(type('user erase ana@example.org', 'ana@example.org')).rejects.toMatchObject({
      code: '42501',
    })
  } finally {
    await superuser.query('grant insert on auth.audit_events to unfog_auth')
    await superuser.end()
  }
  expect(await session(token)).toMatchObject({ status: 'active' })
})

test('erasing an account requires the address twice, and leaves an anonymous audit event', async () => {
  const { user_id, token } = await newAccount('Ana@example.org')
  for (const yes of [undefined, '', 'anna@example.org']) {
    await expect(async () => type('user erase ana@example.org', yes)).rejects.toThrow(
      'add the address once more',
    )
  }
  expect(await session(token)).toBeDefined()
  expect(await type('user erase ana@example.org', 'ANA@example.org')).toBe('ana@example.org is now erased.')
  expect(await type('user list')).toBe('There are no accounts.')
  expect(await session(token)).toBeUndefined()
  expect(await events()).toEqual([event('erase', user_id)])
})

test('erasing an account notifies a confirmed address if the server sends email', async () => {
  const { user_id } = await newAccount('ana@example.org')
  await newAccount('bea@example.org')
  await database.auth
    .updateTable('auth.users')
    .set({ email_confirmed_at: now })
    .where('id', '=', user_id)
    .execute()
  for (const name of ['ana', 'bea']) await type(`user erase ${name}@example.org`, `${name}@example.org`, true)
  const waiting = await database.auth.selectFrom('auth.account_deleted_emails').select('sent_to').execute()
  expect(waiting).toEqual([{ sent_to: 'ana@example.org' }])
})

test.each(['show', 'restrict', 'suspend', 'restore', 'erase'])(
  'the command %s reports an unknown account',
  async (verb) => {
    await expect(
      type(`user ${verb} nobody@example.org`, verb === 'erase' ? 'nobody@example.org' : undefined),
    ).rejects.toThrow('No account has the address nobody@example.org.')
  },
)

test.each([
  '',
  'user',
  'users list',
  'user show',
  'user list ana@example.org',
  'user toString a@b.c',
  'user show a b',
  'user plan',
  'user plan a@b.c',
  'user plan a@b.c journal now',
  'user restrict a@b.c journal',
  'contact',
  'contact show',
  'contact list all',
  'contact toString x',
  'contact erase a b',
  'service-token list all',
  'service-token revoke',
  'service-token 1 2',
])('a malformed command shows the usage: %s', (line) => {
  expect(() => parseCommand({ words: line.split(' ') })).toThrow(OperatorError)
  expect(() => parseCommand({ words: line.split(' ') })).toThrow(/^Type: npm run operator -- user list/)
})

test('messages of the contact form can be listed, shown and erased', async () => {
  expect(await type('contact list')).toBe('There are no messages.')
  const desk = {
    ...{ database: database.app, masterKey: key, clock, limits: createRateLimits(database.auth, key) },
    ...{ config: readConfig({}), log: createLog('silent') },
  }
  const content = {
    helpType: 'technical-issues',
    message: 'The list does not load.\nWhat can I do?',
  } as const
  await sendMessage(desk, { name: 'Ana', email: 'ana@example.org', ...content }, '192.0.2.1')
  const listed = await type('contact list')
  const [id = ''] = listed.split('\t')
  expect(listed).toBe(`${id}\t2026-11-21T12:00:00.000Z\tnot mailed\ttechnical-issues\tana@example.org`)
  expect((await type(`contact show ${id}`)).split('\n')).toEqual([
    'from     Ana, ana@example.org',
    'about    Technical issues',
    'written  2026-11-21T12:00:00.000Z',
    'mailed   no',
    '',
    'The list does not load.',
    'What can I do?',
  ])
  for (const other of [uuidv7(), 'ana@example.org', "'--"]) {
    for (const verb of ['show', 'erase']) {
      await expect(type(`contact ${verb} ${other}`)).rejects.toThrow(`No message has the id ${other}.`)
    }
  }
  expect(await type(`contact erase ${id}`)).toContain(`${id} is now erased.`)
  expect(await type('contact list')).toBe('There are no messages.')
})

test('a service token can be created and revoked, and is shown only once', async () => {
  expect(await type('service-token list')).toBe('There are no service tokens.')
  const [token = '', number = ''] = (await type('service-token 2')).split('\n')
  expect(token).toMatch(/^service_[\w-]{43}$/)
  const id = number.replace('number   ', '')
  expect(await type('service-token list')).toBe(`${id}\t2026-11-21T12:00:00.000Z\t2026-11-21T14:00:00.000Z`)
  expect(await readServiceToken(database.auth, token, now)).toEqual({ id })
  expect(await type('service-token revoke 7')).toBe('No service token has the number 7.')
  expect(await type(`service-token revoke ${id}`)).toBe(`${id} opens nothing any more.`)
  expect(await readServiceToken(database.auth, token, now)).toBeUndefined()
  expect(await events()).toEqual([event('service_token', id), event('revoke_token', id)])
  expect(await type('service-token')).toContain('until    2026-11-21T13:00:00.000Z')
})

test.each(['0', '721', 'forever'])('a service token of %s hours is rejected', (hours) => {
  expect(() => type(`service-token ${hours}`)).toThrow('from 1 to 720')
})
