import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { mintOwner } from '../../platform/mint-owner.ts'
import { eraseIdentity, exportIdentity, keeps } from './personal-data.server.ts'

const database = testDatabase()
let all: pg.Client
beforeAll(async () => {
  // Row level security hides nothing from the superuser.
  all = await database.connect()
})
afterAll(() => all.end())

const later = new Date('2030-01-01T00:00:00Z')

/** A person with a row in every table that identity keeps; secrets are random, so that each can be looked for. */
async function newPerson(email: string) {
  const [user_id, session_id, factor_id] = [uuidv7(), uuidv7(), uuidv7()]
  const secrets = Array.from({ length: 9 }, () => randomBytes(32))
  const [token, refresh, link, code, sealed, recovery, state, flow, mail] = secrets as [Buffer, ...Buffer[]]
  const values: Record<(typeof keeps)[number], object> = {
    'auth.users': { id: user_id, email, email_key: email, password_hash: mail?.toString('hex') },
    'auth.sessions': {
      id: session_id,
      user_id,
      token_hash: token,
      device: 'Firefox on Linux',
      expires_at: later,
    },
    'auth.refresh_tokens': { token_hash: refresh, session_id },
    'auth.mail_tokens': {
      ...{ id: uuidv7(), user_id, purpose: 'recovery', sent_to: email, expires_at: later },
      ...{ token_hash: link, code_hash: code },
    },
    'auth.factors': {
      id: factor_id,
      user_id,
      factor_type: 'totp',
      friendly_name: 'My phone',
      secret_sealed: sealed,
    },
    'auth.challenges': {
      id: uuidv7(),
      factor_id,
      challenge: sealed?.toString('base64url'),
      expires_at: later,
    },
    'auth.recovery_codes': { user_id, code_hash: recovery },
    'auth.identities': {
      id: uuidv7(),
      user_id,
      provider: 'email',
      provider_id: user_id,
      identity_data: { email },
    },
    'auth.flows': { id: uuidv7(), state_hash: state, user_id, sealed: flow, expires_at: later },
    profiles: { id: user_id, username: 'Ana' },
  }
  for (const [table, row] of Object.entries(values)) {
    const places = Object.keys(row).map((_column, index) => `$${index + 1}`)
    await all.query(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    )
  }
  const owner = mintOwner({ user_id, session_id, status: 'active' })
  return { owner, user_id, session_id, ids: [user_id, session_id, factor_id, email], secrets }
}

/** Every table of the database with a row in which one of these texts stands, in whatever column. */
async function tablesNaming(texts: string[]): Promise<string[]> {
  const { rows } = await all.query<{ name: string }>(
    `select case schemaname when 'public' then '' else schemaname || '.' end || tablename as name
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await all.query(`select from ${name} each where each::text like any ($1) limit 1`, [
      texts.map((text) => `%${text}%`),
    ])
    if (rowCount) found.push(name)
  }
  return found
}

test('who asks gets their own data, and nothing that opens an account', async () => {
  const person = await newPerson('ana@example.org')
  const other = await newPerson('other@example.org')
  const given = await exportIdentity(database, person.owner)
  expect(given).toMatchObject({
    account: { id: person.user_id, email: 'ana@example.org', status: 'active' },
    identities: [{ provider: 'email', identity_data: { email: 'ana@example.org' } }],
    factors: [{ factor_type: 'totp', friendly_name: 'My phone' }],
    sessions: [{ device: 'Firefox on Linux', expires_at: later }],
    profile: { username: 'Ana' },
  })
  const text = JSON.stringify(given)
  for (const id of other.ids) expect(text).not.toContain(id)
  for (const secret of person.secrets) {
    // As hexadecimal, as base64, and as JSON writes a Buffer.
    expect(text).not.toContain(secret.toString('hex'))
    expect(text).not.toContain(secret.toString('base64url'))
    expect(text).not.toContain(JSON.stringify([...secret]))
  }
  expect(text).not.toMatch(/hash|sealed|secret|credential/)
})

test('after erasing, no row of any table refers to the person, and nobody else lost one', async () => {
  const [person, other] = [await newPerson('bea@example.org'), await newPerson('cleo@example.org')]
  const everywhere = keeps.toSorted()
  expect(await tablesNaming(person.ids), 'there is a row to lose in each table').toEqual(everywhere)
  await eraseIdentity(database.auth, person.user_id)
  expect(await tablesNaming(person.ids)).toEqual([])
  expect(await tablesNaming(other.ids)).toEqual(everywhere)
})
