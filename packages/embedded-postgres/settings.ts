/** Who made the cluster; only set-up acts as it. */
export const superuser = 'unfog_superuser'

/** The product's database. */
export const productDatabase = 'unfog'

/** What initdb is told beside the folder: the same text order and the same checks on every machine. */
export const initdbArguments = [
  `--username=${superuser}`,
  '--auth=peer',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
  // For a small machine. They go to postgresql.conf, where an operator may change them.
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
 * What PostgreSQL is told at each start, above anything in its files: our promises.
 *
 * @param socketFolder a path without quotes and commas
 * @param port only the last part of the socket's name
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
    // After the crash of one backend the server has lost its lock, and stops; PostgreSQL 18 then hangs if it is told to stop amid
    // its own recovery (tried). So it ends instead, and recovers at the next start.
    'restart_after_crash=off',
    // Nothing leaks. An error's own text quotes values ("invalid input syntax for type uuid: ..."), and its detail quotes keys
    // and statements, so errors of statements are not logged at all: the server, which gets them, logs their codes.
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
 * The files that say who may connect: local peers alone, whom the operating system names, as a role whose name begins with `unfog_`.
 *
 * @param users names of operating system accounts
 */
export function accessFiles(users: string[]): Record<'pg_hba.conf' | 'pg_ident.conf', string> {
  const map = [...new Set(users)].map((user) => `unfog "${user}" /^unfog_\n`)
  return { 'pg_hba.conf': 'local all all peer map=unfog\n', 'pg_ident.conf': map.join('') }
}
