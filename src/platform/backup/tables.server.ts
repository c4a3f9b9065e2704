/* Which backup file each table goes to (docs/decisions/016). A test compares these lists with the catalog, so no table is forgotten. */

/** In every backup, in order of their foreign keys. None of them can decrypt a Connection. */
export const backupTables = [
  'terms',
  'terms_of_the_day',
  'auth.users',
  'auth.factors',
  'auth.identities',
  'auth.recovery_codes',
  'auth.signing_keys',
  'profiles',
  'saved_terms',
  'journal_entries',
  'journal_drafts',
  'contact_messages',
] as const

/**
 * Only in the small file that each run replaces: the keys of Connections, the master keys, and the audit log. A deleted account is no
 * longer in it, so its old backups can't be decrypted.
 */
export const liveTables = ['auth.master_keys', 'auth.audit_events', 'data_keys'] as const

/** That file also has the ids of these tables: rows of an older backup that are missing here were deleted since. */
export const liveIdTables = ['auth.users', 'contact_messages'] as const

/**
 * In no backup: credentials and data that expire within days, because a restore would revive ended sessions; addresses of deleted
 * accounts; and the state that the next start rebuilds from the glossary files.
 */
export const excludedTables = [
  'auth.rate_limits',
  'auth.challenges',
  'auth.account_deleted_emails',
  'auth.oauth_states',
  'auth.mail_tokens',
  'auth.refresh_tokens',
  'auth.pending_account_requests',
  'auth.service_tokens',
  'auth.sessions',
  'glossary_state',
  'schema_migrations',
] as const
