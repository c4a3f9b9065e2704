/** For setup only. */
export const superuser = 'unfog_superuser'

export const productDatabase = 'unfog'

/** Names the socket; no network port. */
export const socketPort = 5432

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
  // For a small machine; operators may change them in postgresql.conf.
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

/** Overrides PostgreSQL's files; `settings` overrides these. The path has no quotes or commas. */
export function enforcedSettings(socketFolder: string, settings: string[] = []): string[] {
  return [
    // No network, and a socket for its owner alone.
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    `port=${socketPort}`,
    'fsync=on',
    'full_page_writes=on',
    'synchronous_commit=on',
    'autovacuum=on',
    // PostgreSQL 18 hangs if stopped during crash recovery; the next start recovers.
    'restart_after_crash=off',
    // PostgreSQL's error messages quote values. The server logs codes.
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
    ...settings,
  ].flatMap((setting) => ['-c', setting])
}

/** Allows these system users, by peer authentication, as roles `unfog_…`. */
export function accessFiles(users: string[]): Record<'pg_hba.conf' | 'pg_ident.conf', string> {
  const map = [...new Set(users)].map((user) => `unfog "${user}" /^unfog_\n`)
  return { 'pg_hba.conf': 'local all all peer map=unfog\n', 'pg_ident.conf': map.join('') }
}
