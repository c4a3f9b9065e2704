import type pg from 'pg'
import { DatabaseSetupError } from './setup-error.ts'

/** The four database roles (design: "Data"). None may log in by default, none may do more than its work. */
export const roles = {
  owner: 'unfog_owner',
  app: 'unfog_app',
  auth: 'unfog_auth',
  maintenance: 'unfog_maintenance',
} as const

/** One lock for all who prepare the roles of this database. */
const rolesLock = 8_674_530

const definitions: Record<string, string> = {
  [roles.owner]: 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS',
  [roles.app]: 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS',
  [roles.auth]: 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS',
  // Forced row level security makes a backup by the owner copy 0 rows in silence, so one role may pass it by.
  [roles.maintenance]: 'NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION BYPASSRLS',
}

/**
 * Makes the roles that are missing and lets the owner create in this database. Safe to run at every start.
 *
 * @param client connected as whoever prepares the database: the superuser of the embedded one, or the login of
 *   MIGRATION_DATABASE_URL (else DATABASE_URL)
 * @param serving `login`: the login that serves, made a member of `unfog_app`. `peer`: the roles log in themselves, over the
 *   private socket of the embedded database, where the operating system says who asks
 * @throws DatabaseSetupError naming the right that is missing and what to run
 */
export async function ensureRoles(client: pg.ClientBase, serving: { login: string } | 'peer'): Promise<void> {
  // Two that grant at once meet in the same row of the catalogue, which is an error there: processes take turns.
  await client.query('select pg_advisory_lock($1)', [rolesLock])
  try {
    await makeRoles(client, serving === 'peer' ? 'login' : 'nologin')
    await giveRights(client, serving === 'peer' ? roles.app : serving.login)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [rolesLock]).catch(() => {})
  }
}

async function makeRoles(client: pg.ClientBase, login: 'login' | 'nologin'): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [Object.values(roles)],
  )
  const present = new Set(rows.map((row) => row.rolname))
  for (const [role, attributes] of Object.entries(definitions)) {
    if (present.has(role)) continue
    await orExplain(client, `create the role ${role}`, `create role ${role} ${login} ${attributes}`)
  }
}

async function giveRights(client: pg.ClientBase, served: string): Promise<void> {
  for (const { right, intent, sql } of wanted(served)) {
    const before = await readRights(client, served)
    if (before[right]) continue
    await orExplain(client, intent, sql(before))
    // A GRANT by somebody who may not give that right can be a mere warning: what counts is what came of it.
    const after = await readRights(client, served)
    if (!after[right]) throw mayNot(intent, sql(before))
  }
}

const wanted = (
  served: string,
): { right: keyof Rights; intent: string; sql: (rights: Rights) => string }[] => [
  {
    right: 'is_owner',
    intent: `act as ${roles.owner}`,
    sql: ({ login }) => `grant ${roles.owner} to ${quote(login)}`,
  },
  {
    right: 'may_create',
    intent: 'let the owner create in the database',
    sql: ({ database }) => `grant create on database ${quote(database)} to ${roles.owner}`,
  },
  {
    right: 'may_create_in_public',
    intent: 'let the owner create tables',
    sql: () => `grant usage, create on schema public to ${roles.owner}`,
  },
  {
    right: 'may_serve',
    intent: `let ${served} serve`,
    sql: () => `grant ${roles.app} to ${quote(served)}`,
  },
  {
    right: 'may_sign_in',
    intent: `let ${served} sign people in`,
    sql: () => `grant ${roles.auth} to ${quote(served)}`,
  },
]

async function readRights(client: pg.ClientBase, served: string): Promise<Rights> {
  const { rows } = await client.query<Rights>(
    `select current_user as login, current_database() as database,
            pg_has_role(current_user, '${roles.owner}', 'usage') as is_owner,
            has_database_privilege('${roles.owner}', current_database(), 'create') as may_create,
            has_schema_privilege('${roles.owner}', 'public', 'create')
              and has_schema_privilege('${roles.owner}', 'public', 'usage') as may_create_in_public,
            pg_has_role($1::name, '${roles.app}', 'usage') as may_serve,
            -- Over the private socket each role logs in itself, and what serves pages must not become what signs in.
            $1::name = '${roles.app}' or pg_has_role($1::name, '${roles.auth}', 'usage') as may_sign_in`,
    [served],
  )
  return rows[0] as Rights
}

/**
 * Refuses to serve on a role that could do more than serve: a mistake in the code, or somebody who got in through it, must
 * meet the database's own walls.
 *
 * @param client connected as the server will be, with `role` already set to `unfog_app`
 * @throws DatabaseSetupError naming the role and the right that is too much
 */
export async function refuseStrongRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Strength>(
    `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication,
            exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relowner = r.oid and n.nspname !~ '^pg_') as owns_tables,
            pg_has_role(r.oid, '${roles.maintenance}', 'member') as may_pass_row_security,
            r.rolname in ('${roles.app}', '${roles.auth}') and pg_has_role(r.oid, '${roles.owner}', 'member') as may_be_owner,
            array(select p.rolname::text from pg_roles p where p.rolname ~ '^pg_(execute|read|write)_' and not r.rolsuper and pg_has_role(r.oid, p.oid, 'member')
                  order by 1) as reaches_files
       from pg_roles r where r.rolname in (current_user, session_user) or r.rolname = any($1)
        -- Ours first: what a login is through them is mended there.
      order by r.rolname = any($1) desc, r.rolname`,
    [[roles.app, roles.auth, roles.owner]],
  )
  for (const role of rows) {
    const tooMuch = [
      role.rolsuper && 'SUPERUSER',
      role.rolbypassrls && 'BYPASSRLS',
      role.rolcreaterole && 'CREATEROLE',
      role.rolreplication && 'REPLICATION',
      // PostgreSQL's own roles that reach the machine's files and programs, or every table.
      ...role.reaches_files.map((name) => `membership in ${name}`),
      role.may_pass_row_security && `membership in ${roles.maintenance}`,
      role.may_be_owner && `membership in ${roles.owner}`,
      role.owns_tables &&
        (role.rolname === roles.app || role.rolname === roles.auth) &&
        'ownership of tables',
    ].filter(Boolean)
    if (tooMuch.length > 0) {
      throw new DatabaseSetupError(
        `The database role ${role.rolname} has ${tooMuch.join(' and ')}, which the server must not have: ` +
          'take it away, or name another role in DATABASE_URL (docs/configuration.md, "Your own PostgreSQL").',
      )
    }
  }
}

type Rights = {
  login: string
  database: string
  is_owner: boolean
  may_create: boolean
  may_create_in_public: boolean
  may_serve: boolean
  may_sign_in: boolean
}

type Strength = {
  rolname: string
  rolsuper: boolean
  rolbypassrls: boolean
  rolcreaterole: boolean
  rolreplication: boolean
  owns_tables: boolean
  may_pass_row_security: boolean
  may_be_owner: boolean
  reaches_files: string[]
}

async function orExplain(client: pg.ClientBase, intent: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (thrown) {
    const code = (thrown as { code?: string }).code
    // A process that prepares another database of this PostgreSQL may have made the role just now, which is what was wanted.
    if (code === '42710' || code === '23505') return
    throw mayNot(intent, sql)
  }
}

const mayNot = (intent: string, sql: string) =>
  new DatabaseSetupError(
    `The database login may not ${intent}. Ask its administrator to run once: ${sql}; ` +
      'or set MIGRATION_DATABASE_URL to a login that may.',
  )

/** An identifier, quoted (PostgreSQL documentation, 4.1.1). */
const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
