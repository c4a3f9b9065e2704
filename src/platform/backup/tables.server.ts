/* docs/decisions/016. A test compares these lists with the catalog. */

/** Ordered by foreign keys. They cannot decrypt a Connection. */
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
  // A locked Connection without its keyring is lost.
  'journal_locks',
  'journal_entries',
  'journal_drafts',
  'deleted_entries',
  'entry_versions',
  'contact_messages',
] as const

/** In a small file, replaced by each run: old backups of a deleted account can't be decrypted. */
export const liveTables = ['auth.master_keys', 'auth.audit_events', 'data_keys'] as const

/** Only their ids, in that file: other rows of a backup were deleted since. */
export const liveIdTables = ['auth.users', 'contact_messages'] as const

/** A restore would revive ended sessions and addresses of deleted accounts; the rest is rebuilt. */
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
