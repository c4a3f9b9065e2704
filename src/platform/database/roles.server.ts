import type pg from 'pg'
import { DatabaseSetupError } from './setup-error.ts'

/** Minimal privileges, and no login by default (docs/configuration.md, "Your own PostgreSQL"). */
export const roles = {
  owner: 'unfog_owner',
  app: 'unfog_app',
  auth: 'unfog_auth',
  maintenance: 'unfog_maintenance',
} as const

/** Advisory lock key. */
const rolesLock = 8_674_530

/** Creates missing roles and grants; idempotent. `peer` roles log in themselves over the private socket. */
export async function ensureRoles(client: pg.ClientBase, serving: { login: string } | 'peer'): Promise<void> {
  // Concurrent grants fail on the same catalog row.
  await client.query('select pg_advisory_lock($1)', [rolesLock])
  try {
    await createMissingRoles(client, serving === 'peer' ? 'login' : 'nologin')
    await grantPrivileges(client, serving === 'peer' ? roles.app : serving.login)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [rolesLock]).catch(() => {})
  }
}

async function createMissingRoles(client: pg.ClientBase, login: 'login' | 'nologin'): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [Object.values(roles)],
  )
  const existing = new Set(rows.map((row) => row.rolname))
  for (const role of Object.values(roles).filter((name) => !existing.has(name))) {
    // Under forced row level security an owner's backup would silently lack rows.
    const bypass = role === roles.maintenance ? 'BYPASSRLS' : 'NOBYPASSRLS'
    const attributes = `NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION ${bypass}`
    await runOrExplain(client, `create the role ${role}`, `create role ${role} ${login} ${attributes}`)
  }
}

async function grantPrivileges(client: pg.ClientBase, servingLogin: string): Promise<void> {
  for (const { privilege, intent, sql } of requiredGrants(servingLogin)) {
    const before = await readPrivileges(client, servingLogin)
    if (before[privilege]) continue
    await runOrExplain(client, intent, sql(before))
    // A GRANT without the right to grant may only warn.
    const after = await readPrivileges(client, servingLogin)
    if (!after[privilege]) throw missingPrivilegeError(intent, sql(before))
  }
}

const requiredGrants = (
  servingLogin: string,
): { privilege: keyof Privileges; intent: string; sql: (privileges: Privileges) => string }[] => [
  {
    privilege: 'is_owner',
    intent: `act as ${roles.owner}`,
    sql: ({ login }) => `grant ${roles.owner} to ${quote(login)}`,
  },
  {
    privilege: 'may_create',
    intent: 'let the owner create in the database',
    sql: ({ database }) => `grant create on database ${quote(database)} to ${roles.owner}`,
  },
  {
    privilege: 'may_create_in_public',
    intent: 'let the owner create tables',
    sql: () => `grant usage, create on schema public to ${roles.owner}`,
  },
  {
    privilege: 'may_serve',
    intent: `let ${servingLogin} serve`,
    sql: () => `grant ${roles.app} to ${quote(servingLogin)}`,
  },
  {
    privilege: 'may_sign_in',
    intent: `let ${servingLogin} sign people in`,
    sql: () => `grant ${roles.auth} to ${quote(servingLogin)}`,
  },
]

async function readPrivileges(client: pg.ClientBase, servingLogin: string): Promise<Privileges> {
  const { rows } = await client.query<Privileges>(
    `select current_user as login, current_database() as database,
            pg_has_role(current_user, '${roles.owner}', 'usage') as is_owner,
            has_database_privilege('${roles.owner}', current_database(), 'create') as may_create,
            has_schema_privilege('${roles.owner}', 'public', 'create')
              and has_schema_privilege('${roles.owner}', 'public', 'usage') as may_create_in_public,
            pg_has_role($1::name, '${roles.app}', 'usage') as may_serve,
            -- Over the private socket each role logs in itself, and the app role must not become the auth role.
            $1::name = '${roles.app}' or pg_has_role($1::name, '${roles.auth}', 'usage') as may_sign_in`,
    [servingLogin],
  )
  return rows[0] as Privileges
}

/** Row level security must also contain attackers. `client` connects like the server, as `unfog_app`. */
export async function rejectPrivilegedRoles(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<RolePrivileges>(
    `select r.rolname, r.rolsuper, r.rolbypassrls, r.rolcreaterole, r.rolreplication,
            exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                    where c.relowner = r.oid and n.nspname !~ '^pg_') as owns_tables,
            pg_has_role(r.oid, '${roles.maintenance}', 'member') as may_pass_row_security,
            r.rolname in ('${roles.app}', '${roles.auth}') and pg_has_role(r.oid, '${roles.owner}', 'member') as may_be_owner,
            array(select p.rolname::text from pg_roles p where p.rolname ~ '^pg_(execute|read|write)_' and not r.rolsuper and pg_has_role(r.oid, p.oid, 'member')
                  order by 1) as reaches_files
       from pg_roles r where r.rolname in (current_user, session_user) or r.rolname = any($1)
        -- Our roles first: a login may have its privileges through them.
      order by r.rolname = any($1) desc, r.rolname`,
    [[roles.app, roles.auth, roles.owner]],
  )
  for (const role of rows) {
    const excess = [
      role.rolsuper && 'SUPERUSER',
      role.rolbypassrls && 'BYPASSRLS',
      role.rolcreaterole && 'CREATEROLE',
      role.rolreplication && 'REPLICATION',
      // They reach server files, programs, or all tables.
      ...role.reaches_files.map((name) => `membership in ${name}`),
      role.may_pass_row_security && `membership in ${roles.maintenance}`,
      role.may_be_owner && `membership in ${roles.owner}`,
      role.owns_tables &&
        (role.rolname === roles.app || role.rolname === roles.auth) &&
        'ownership of tables',
    ].filter(Boolean)
    if (excess.length > 0) {
      throw new DatabaseSetupError(
        `The database role ${role.rolname} has ${excess.join(' and ')}, which the server must not have: ` +
          'take it away, or name another role in DATABASE_URL (docs/configuration.md, "Your own PostgreSQL").',
      )
    }
  }
}

type Privileges = {
  login: string
  database: string
  is_owner: boolean
  may_create: boolean
  may_create_in_public: boolean
  may_serve: boolean
  may_sign_in: boolean
}

type RolePrivileges = {
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

async function runOrExplain(client: pg.ClientBase, intent: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (thrown) {
    const code = (thrown as { code?: string }).code
    // Another process may have created it just now.
    if (code === '42710' || code === '23505') return
    throw missingPrivilegeError(intent, sql)
  }
}

const missingPrivilegeError = (intent: string, sql: string) =>
  new DatabaseSetupError(
    `The database login may not ${intent}. Ask its administrator to run once: ${sql}; ` +
      'or set MIGRATION_DATABASE_URL to a login that may.',
  )

/** PostgreSQL documentation, 4.1.1. */
const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
