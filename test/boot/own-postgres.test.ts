import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from '../support/debian-postgres.ts'
import { readPage, startFixture } from '../support/start-directory.ts'

const { newClone, start, startError: refusal } = startFixture()

let postgres: ExternalPostgres
beforeAll(async () => {
  postgres = await startExternalPostgres()
  const [before, after] = await documented()
  await run(before)
  await run(after, 'unfog')
})
afterAll(() => postgres?.stop())

/** Runs statements one by one, as `psql` does. */
async function run(sql: string, database = 'postgres') {
  const client = await postgres.connect(database)
  try {
    for (const line of sql.split('\n')) await client.query(line)
  } finally {
    await client.end()
  }
}

/** The statements of docs/configuration.md, "Your own PostgreSQL": in the database `postgres`, then in the new one. */
async function documented(): Promise<[before: string, after: string]> {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'configuration.md'), 'utf8')
  const [, sql = ''] = /## Your own PostgreSQL[\s\S]*?```sql\n([\s\S]*?)```/.exec(text) ?? []
  const [before = '', after = ''] = sql.replaceAll('…', secret).split(/^\\c unfog$/m)
  return [before.trim(), after.trim()]
}

const secret = 'a-secret-of-the-test'

let databases = 0
/** Creates a database, by default with the documented grants. */
async function newDatabase(grants = true): Promise<string> {
  const name = `words_${++databases}`
  await run(`create database ${name}`)
  if (grants) await run((await documented())[1].replaceAll('database unfog', `database ${name}`), name)
  return name
}

/** Like the output of `openssl rand -base64 32`. */
const MASTER_KEY = randomBytes(32).toString('base64')

/** The documented settings: one login serves, another one migrates. */
const twoLogins = (database: string) => ({
  MASTER_KEY,
  DATABASE_URL: postgres.url('unfog_login', secret, database),
  MIGRATION_DATABASE_URL: postgres.url('unfog_migrator', secret, database),
})

/** Expects the start to fail without showing a secret. @returns the error */
async function refused(env: Record<string, string>, cwd?: string): Promise<string> {
  const sentence = await refusal(env, cwd ? { cwd } : {})
  expect(sentence).not.toContain('secret')
  expect(sentence).not.toContain(MASTER_KEY)
  return sentence
}

async function tablesOf(database: string): Promise<string[]> {
  const client = await postgres.connect(database)
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  )
  await client.end()
  return rows.map((row) => row.tablename)
}

test('The documented SQL statements create a database that the product can migrate, fill and serve', async () => {
  const { address, process: server, ended } = await start(twoLogins('unfog'))
  expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
  expect(await tablesOf('unfog')).toContain('terms')
  server.kill('SIGTERM')
  expect(await ended).toBe(0)
  const again = await start({ ...twoLogins('unfog'), LOG_LEVEL: 'info' })
  expect(again.output().trim(), 'nothing is made anew').toBe(`ready ${again.address}`)
  expect((await fetch(`${again.address}/readyz`)).status).toBe(200)
})

test('A single login with all three roles can migrate and serve', async () => {
  const database = await newDatabase()
  await run(`create role all_in_one login password '${secret}' in role unfog_app, unfog_auth, unfog_owner`)
  const { address } = await start({ MASTER_KEY, DATABASE_URL: postgres.url('all_in_one', secret, database) })
  expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
})

describe('On a PostgreSQL without the roles', () => {
  let bare: ExternalPostgres
  beforeAll(async () => {
    bare = await startExternalPostgres()
    const admin = await bare.connect()
    await admin.query(`create role web login password '${secret}'`)
    await admin.query(`create role chief login superuser password '${secret}'`)
    await admin.query(`create role maker login createrole password '${secret}'`)
    await admin.query('create database words owner maker')
    await admin.query('create database others')
    await admin.end()
  })
  afterAll(() => bare?.stop())
  const logins = (migrator: string, database: string) => ({
    MASTER_KEY,
    DATABASE_URL: bare.url('web', secret, database),
    MIGRATION_DATABASE_URL: bare.url(migrator, secret, database),
  })

  test('a login with CREATEROLE creates all roles except one, and the error has the statement for that one', async () => {
    const sentence = await refused(logins('maker', 'words'))
    expect(sentence).toMatch(
      /^The database login may not create the role unfog_maintenance\. Ask its administrator to run once: create role .* BYPASSRLS; or set/,
    )
    const admin = await bare.connect()
    await admin.query(/run once: (.*?);/.exec(sentence)?.[1] ?? '')
    await admin.end()
    const { address } = await start(logins('maker', 'words'))
    expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
  })

  test('a superuser creates all roles', async () => {
    const { address } = await start(logins('chief', 'others'))
    expect(await readPage(`${address}/glossary/dissociation`)).toContain('Dissociation')
  })
})

describe('The start fails with one sentence', () => {
  test('when the login of the server is a superuser', async () => {
    const database = await newDatabase()
    await run(`create role strong login superuser password '${secret}'`)
    expect(await refused({ MASTER_KEY, DATABASE_URL: postgres.url('strong', secret, database) })).toMatch(
      /^The database role strong has SUPERUSER.*, which the server must not have: take it away, or name another role in DATABASE_URL \(docs\/configuration\.md, "Your own PostgreSQL"\)\.$/,
    )
  })

  test('when a privilege is missing: the error has the GRANT statement, and nothing is changed', async () => {
    const database = await newDatabase(false)
    expect(await refused(twoLogins(database))).toBe(
      `The database login may not let the owner create in the database. Ask its administrator to run once: grant create on database "${database}" to unfog_owner; or set MIGRATION_DATABASE_URL to a login that may.`,
    )
    expect(await tablesOf(database)).toEqual([])
    await run(`grant create on database "${database}" to unfog_owner`)
    expect(await refused(twoLogins(database))).toContain(
      'grant usage, create on schema public to unfog_owner;',
    )
    await run('grant usage, create on schema public to unfog_owner', database)
    await start(twoLogins(database))
  })

  test('when the login that serves lacks the role unfog_auth', async () => {
    const database = await newDatabase()
    await run(`create role pages_only login password '${secret}' in role unfog_app`)
    const settings = { ...twoLogins(database), DATABASE_URL: postgres.url('pages_only', secret, database) }
    expect(await refused(settings)).toBe(
      'The database login may not let pages_only sign people in. Ask its administrator to run once: grant unfog_auth to "pages_only"; or set MIGRATION_DATABASE_URL to a login that may.',
    )
    await run('grant unfog_auth to pages_only')
    await start(settings)
  })

  test('when the master key is not the one that the database was created with', async () => {
    const settings = twoLogins(await newDatabase())
    const { process: server, ended } = await start(settings)
    server.kill('SIGTERM')
    await ended
    expect(await refused({ ...settings, MASTER_KEY: randomBytes(32).toString('base64') })).toBe(
      'This database was sealed with another master key: set MASTER_KEY to that one. Nothing was changed.',
    )
    await start(settings)
  })

  test('when the only configured login may not migrate', async () => {
    const database = await newDatabase()
    expect(await refused({ MASTER_KEY, DATABASE_URL: postgres.url('unfog_login', secret, database) })).toBe(
      'The database login may not act as unfog_owner. Ask its administrator to run once: grant unfog_owner to "unfog_login"; or set MIGRATION_DATABASE_URL to a login that may.',
    )
  })

  test('when a migration fails; earlier migrations stay applied, and the failed one changes nothing', async () => {
    const cwd = await newClone({ built: true, sharedPackages: true })
    const name = '20991231235959_add_wish.sql'
    const statements = 'create table half_way ();\ncreate extension unheard_of;\n'
    await writeFile(join(cwd, 'database/migrations', name), statements)
    const database = await newDatabase()
    const sentence = await refused(twoLogins(database), cwd)
    expect(sentence).toContain(`The migration ${name} `)
    expect(sentence).toContain('install that extension and start again')
    expect(await tablesOf(database)).toContain('terms')
    expect(await tablesOf(database)).not.toContain('half_way')
  })

  test('when a password is wrong, and names the setting', async () => {
    const database = await newDatabase()
    const { DATABASE_URL, MIGRATION_DATABASE_URL } = twoLogins(database)
    expect(
      await refused({
        MASTER_KEY,
        MIGRATION_DATABASE_URL,
        DATABASE_URL: postgres.url('unfog_login', 'wrong', database),
      }),
    ).toBe(
      'The database refused the login (password authentication failed for user "unfog_login"): check the user and password in DATABASE_URL.',
    )
    expect(
      await refused({
        MASTER_KEY,
        DATABASE_URL,
        MIGRATION_DATABASE_URL: postgres.url('unfog_migrator', 'wrong', database),
      }),
    ).toBe(
      'The database refused the login (password authentication failed for user "unfog_migrator"): check the user and password in MIGRATION_DATABASE_URL.',
    )
  })

  test('when the database does not exist', async () => {
    expect(await refused(twoLogins('nowhere'))).toBe(
      'The database does not exist (database "nowhere" does not exist): create it, then start again.',
    )
  })
})
