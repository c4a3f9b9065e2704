/** Creates the cluster; used for setup only. */
export const superuser = 'unfog_superuser'

export const productDatabase = 'unfog'

/** Gives every machine the same collation and checks. */
export const initdbArguments = [
  `--username=${superuser}`,
  '--auth=peer',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // For a small machine. They are in postgresql.conf, where an operator may change them.
  ...[
    'shared_buffers=64MB',
    'effective_cache_size=512MB',
    'max_connections=60',
    'max_wal_size=256MB',
    'max_wal_senders=0',
    'io_method=sync',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
  ].map((setting) => `--set=${setting}`),
]

/**
 * Settings of each start, which override PostgreSQL's files.
 *
 * @param socketFolder a path without quotes and commas
 * @param port the last part of the socket's name, no network port
 */
export function enforcedSettings(socketFolder: string, port: number): string[] {
  return [
    // Nobody gets in: no network, and a socket for its owner alone.
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    `port=${port}`,
    // Nothing is lost.
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'autovacuum=on',
    // If a backend crashes, the server loses its lock and stops PostgreSQL, and PostgreSQL 18 hangs if stopped during its own recovery
    // (tested). So it exits instead, and recovers at the next start.
    'restart_after_crash=off',
    // Nothing leaks. Error messages quote values ("invalid input syntax for type uuid: ..."), and their details quote keys and statements,
    // so PostgreSQL logs no statement errors. The server logs their codes.
    'log_destination=stderr',
    'logging_collector=off',
    'log_min_messages=log',
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'log_parameter_max_length=0',
    'log_parameter_max_length_on_error=0',
    'log_statement=none',
    'log_duration=off',
    'log_min_duration_statement=-1',
    'log_min_duration_sample=-1',
    'log_transaction_sample_rate=0',
    'log_checkpoints=off',
  ].flatMap((setting) => ['-c', setting])
}

/**
 * Allow only local users, by peer authentication, as a role whose name begins with `unfog_`.
 *
 * @param users names of operating system accounts
 */
export function accessFiles(users: string[]): Record<'pg_hba.conf' | 'pg_ident.conf', string> {
  const map = [...new Set(users)].map((user) => `unfog "${user}" /^unfog_\n`)
  return { 'pg_hba.conf': 'local all all peer map=unfog\n', 'pg_ident.conf': map.join('') }
}
