import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../packages/embedded-postgres/start.ts'
import { migrate } from './migrate.server.ts'
import { ensureRoles, rejectPrivilegedRoles, roles } from './roles.server.ts'
import { DatabaseSetupError } from './setup-error.ts'

const migrations = join(import.meta.dirname, '..', '..', '..', 'database', 'migrations')

// Roles are shared by all databases of a PostgreSQL, which other test files use at the same time: these tests start their own.
let folder: string
let postgres: EmbeddedPostgres
let client: pg.Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-roles-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder, holder: 'unfog role tests' })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})
// Roles are transactional too: every test runs in a transaction that is rolled back.
beforeEach(async () => {
  client = new pg.Client(postgres.connection('unfog_superuser'))
  await client.connect()
  await client.query('begin')
})
afterEach(async () => {
  await client.query('rollback')
  await client.end()
})

/** Makes the connection act as a login on an operator's own PostgreSQL. */
async function becomeLogin(name: string, attributes = ''): Promise<void> {
  await client.query(`create role ${name} login ${attributes}`)
  await client.query(`set session authorization ${name}`)
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const thrown = await work.catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(DatabaseSetupError)
  return (thrown as Error).message
}

describe('Preparing the roles', () => {
  const attributes = `select rolname, rolcanlogin, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
                        from pg_roles where rolname like 'unfog\\_%' and rolname <> 'unfog_superuser' order by 1`

  test('creates four roles with the least privileges, and can be repeated', async () => {
    const weak = { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false }
    await ensureRoles(client, 'peer')
    const { rows } = await client.query(attributes)
    expect(rows).toEqual([
      { rolname: 'unfog_app', rolcanlogin: true, ...weak, rolbypassrls: false },
      { rolname: 'unfog_auth', rolcanlogin: true, ...weak, rolbypassrls: false },
      { rolname: 'unfog_maintenance', rolcanlogin: true, ...weak, rolbypassrls: true },
      { rolname: 'unfog_owner', rolcanlogin: true, ...weak, rolbypassrls: false },
    ])
    await ensureRoles(client, 'peer')
    expect((await client.query(attributes)).rows).toEqual(rows)
  })

  test('lets only the given login log in on an external PostgreSQL, with the app and auth roles only', async () => {
    await client.query('create role "Web ""1""" login')
    await ensureRoles(client, { login: 'Web "1"' })
    await ensureRoles(client, { login: 'Web "1"' })
    const { rows } = await client.query(
      `select bool_or(rolcanlogin) as any_login from pg_roles where rolname = any($1)`,
      [Object.values(roles)],
    )
    expect(rows).toEqual([{ any_login: false }])
    for (const role of [roles.app, roles.auth]) {
      await client.query(`set session authorization "Web ""1"""; set role ${role}`)
      await rejectPrivilegedRoles(client)
    }
  })

  test('does not let unfog_app become unfog_auth over the private socket', async () => {
    await ensureRoles(client, 'peer')
    await client.query(`set session authorization ${roles.app}`)
    await expect(client.query(`set role ${roles.auth}`)).rejects.toMatchObject({ code: '42501' })
  })

  test('succeeds for two starts at the same time', async () => {
    const others = [1, 2].map(() => new pg.Client(postgres.connection('unfog_superuser', 'postgres')))
    try {
      await Promise.all(others.map((other) => other.connect()))
      await Promise.all(others.map((other) => ensureRoles(other, 'peer')))
    } finally {
      await others[0]?.query(
        Object.values(roles)
          .map((role) => `drop owned by ${role}; drop role ${role}`)
          .join(';'),
      )
      await Promise.all(others.map((other) => other.end()))
    }
  })

  describe('reports the SQL that an administrator must run', () => {
    const orElse = 'or set MIGRATION_DATABASE_URL to a login that may.'

    test('when the login may not create roles', async () => {
      await becomeLogin('web')
      expect(await refusal(ensureRoles(client, { login: 'web' }))).toBe(
        'The database login may not create the role unfog_owner. Ask its administrator to run once: create role unfog_owner ' +
          `nologin NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS; ${orElse}`,
      )
    })

    test('when the login may not act as the owner', async () => {
      await ensureRoles(client, { login: 'unfog_superuser' })
      await becomeLogin('"my web"')
      expect(await refusal(ensureRoles(client, { login: 'my web' }))).toBe(
        `The database login may not act as unfog_owner. Ask its administrator to run once: grant unfog_owner to "my web"; ${orElse}`,
      )
    })

    test('when the owner may not create in the database or its schema', async () => {
      await ensureRoles(client, { login: 'unfog_superuser' })
      await client.query(
        `revoke create on database unfog from ${roles.owner}; create role web login; grant ${roles.owner} to web`,
      )
      await client.query('set session authorization web')
      expect(await refusal(ensureRoles(client, { login: 'web' }))).toBe(
        'The database login may not let the owner create in the database. Ask its administrator to run once: ' +
          `grant create on database "unfog" to unfog_owner; ${orElse}`,
      )
      await client.query('rollback; begin')
      await ensureRoles(client, { login: 'unfog_superuser' })
      await client.query(
        `revoke all on schema public from ${roles.owner}; create role web login; grant ${roles.owner} to web`,
      )
      await client.query('set session authorization web')
      expect(await refusal(ensureRoles(client, { login: 'web' }))).toContain(
        'to run once: grant usage, create on schema public to unfog_owner; ',
      )
    })

    test('when the migration login may not grant unfog_app to the server login', async () => {
      await ensureRoles(client, { login: 'unfog_superuser' })
      await client.query(
        `create role web login; create role migrator login; grant ${roles.owner} to migrator`,
      )
      await client.query('set session authorization migrator')
      expect(await refusal(ensureRoles(client, { login: 'web' }))).toBe(
        `The database login may not let web serve. Ask its administrator to run once: grant unfog_app to "web"; ${orElse}`,
      )
    })

    test('when the migration login may not grant unfog_auth to the server login', async () => {
      await ensureRoles(client, { login: 'unfog_superuser' })
      await client.query(
        `create role web login; grant ${roles.app} to web; create role migrator login; grant ${roles.owner} to migrator`,
      )
      await client.query('set session authorization migrator')
      expect(await refusal(ensureRoles(client, { login: 'web' }))).toBe(
        `The database login may not let web sign people in. Ask its administrator to run once: grant unfog_auth to "web"; ${orElse}`,
      )
    })
  })
})

describe('The server refuses to start', () => {
  beforeEach(() => ensureRoles(client, 'peer'))

  async function serveAs(login: string): Promise<void> {
    await client.query(`set session authorization ${login}; set role ${roles.app}`)
    await rejectPrivilegedRoles(client)
  }
  const sentence = (role: string, right: string) =>
    `The database role ${role} has ${right}, which the server must not have: ` +
    'take it away, or name another role in DATABASE_URL (docs/configuration.md, "Your own PostgreSQL").'

  test.each([['SUPERUSER'], ['BYPASSRLS'], ['CREATEROLE'], ['REPLICATION']])(
    'when its login or one of its roles has %s',
    async (right) => {
      for (const role of ['web', roles.app, roles.auth, roles.owner]) {
        await client.query('savepoint before')
        await client.query(`create role web login; grant ${roles.app} to web; alter role ${role} ${right}`)
        expect(await refusal(serveAs('web'))).toContain(`The database role ${role} has ${right}`)
        await client.query('rollback to before')
      }
    },
  )

  test('when one of its roles is a member of unfog_maintenance, which bypasses row level security', async () => {
    for (const role of ['web', roles.app, roles.auth, roles.owner]) {
      await client.query('savepoint before')
      await client.query(
        `create role web login; grant ${roles.app} to web; grant ${roles.maintenance} to ${role}`,
      )
      const message = await refusal(serveAs('web'))
      expect(message).toBe(sentence(role, `membership in ${roles.maintenance}`))
      await client.query('rollback to before')
    }
  })

  test('when one of its roles can access the files and programs of the machine', async () => {
    for (const role of ['web', roles.app]) {
      await client.query('savepoint before')
      await client.query(
        `create role web login; grant ${roles.app} to web; grant pg_execute_server_program to ${role}`,
      )
      const message = await refusal(serveAs('web'))
      expect(message).toBe(sentence(role, 'membership in pg_execute_server_program'))
      await client.query('rollback to before')
    }
  })

  test('when unfog_app or unfog_auth could become the owner', async () => {
    for (const role of [roles.app, roles.auth]) {
      await client.query('savepoint before')
      await client.query(`grant ${roles.owner} to ${role}`)
      expect(await refusal(serveAs(roles.app))).toBe(sentence(role, `membership in ${roles.owner}`))
      await client.query('rollback to before')
    }
  })

  test('when unfog_app or unfog_auth owns tables', async () => {
    for (const role of [roles.app, roles.auth]) {
      await client.query('savepoint before')
      await client.query(`create table mine (id int); alter table mine owner to ${role}`)
      expect(await refusal(serveAs(roles.app))).toBe(sentence(role, 'ownership of tables'))
      await client.query('rollback to before')
    }
  })

  test('and names all privileges that must be removed at once', async () => {
    await client.query(`alter role ${roles.app} CREATEROLE REPLICATION`)
    expect(await refusal(serveAs(roles.app))).toBe(sentence(roles.app, 'CREATEROLE and REPLICATION'))
  })

  test('but not with the roles as they are created', () => serveAs(roles.app))
})

describe('The app role', () => {
  beforeEach(async () => {
    // A migration has its own transactions, so this one is committed, in the PostgreSQL of this file.
    await client.query('rollback')
    await ensureRoles(client, 'peer')
    await migrate(client, migrations)
    await client.query(`begin; set local role ${roles.app}`)
  })

  test('can read the glossary', async () => {
    expect((await client.query('select * from terms')).rows).toEqual([])
    expect((await client.query('select * from glossary_state')).rows).toEqual([])
  })

  test.each([
    [
      "insert into terms (id, slug, term_name, type, definition, sort_key, created_at) values (gen_random_uuid(), 'a', 'A', 'clinical', 'x', 'a', now())",
    ],
    ["update terms set definition = 'x'"],
    ['delete from terms'],
    ['truncate terms cascade'],
    ["update glossary_state set version = 'x'"],
    ['delete from terms_of_the_day'],
    ["insert into schema_migrations (name, checksum) values ('x', 'x')"],
    ['select password_hash from auth.users'],
    ['delete from auth.sessions'],
    ['drop table terms'],
    ['alter table terms disable trigger all'],
    ['create table mine (id int)'],
    ['create schema mine'],
    ['create function mine() returns int language sql return 1'],
    ["copy terms to program 'true'"],
    ['create role mine'],
    ['set role unfog_owner'],
    ['set local role unfog_maintenance'],
  ])('has no permission for: %s', async (sql) => {
    const session = sql.startsWith('set') ? `set local session authorization ${roles.app};` : ''
    await client.query(`reset role; ${session || `set local role ${roles.app}`}`)
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})
