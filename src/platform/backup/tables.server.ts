/*
 * Where each table goes (docs/decisions/016). A test compares these lists with the database's own catalogue, so that a new table
 * is thought about.
 */

/** In every backup, each before those that refer to it. Nothing here opens a Connection. */
export const kept = [
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
 * In the one small file that each run replaces, and in no other: what opens Connections, which master keys there are, and what was
 * done to accounts. Whoever is erased is not in it any more.
 */
export const present = ['auth.master_keys', 'auth.audit_events', 'data_keys'] as const

/** Tables of which that file holds the ids: a row of an older backup that is not among them was erased since. */
export const counted = ['auth.users', 'contact_messages'] as const

/**
 * In no backup: what opens an account, what has its end within days, and addresses of those who have left. A session that was
 * ended since would else live again. And what the next start makes anew from the files of the glossary, because no version of it
 * is there.
 */
export const left = [
  'auth.attempts',
  'auth.challenges',
  'auth.farewells',
  'auth.flows',
  'auth.mail_tokens',
  'auth.refresh_tokens',
  'auth.requests',
  'auth.service_tokens',
  'auth.sessions',
  'glossary_state',
  'schema_migrations',
] as const
