import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/test-database.ts'
import { dumpSchema } from './dump-schema.server.ts'
import type { Tables } from './tables.ts'

const database = testDatabase()
const schemaFile = join(import.meta.dirname, '..', '..', '..', 'database', 'schema.sql')

test('database/schema.sql matches the result of the migrations (else run `npm run schema`)', async () => {
  const client = await database.connect()
  try {
    expect(await dumpSchema(client)).toBe(await readFile(schemaFile, 'utf8'))
  } finally {
    await client.end()
  }
})

test('a privilege granted to public appears in the schema file, for reviewers', async () => {
  const client = await database.connect()
  try {
    await client.query('begin; grant select on terms to public')
    expect(await dumpSchema(client)).toContain('grant select on terms to public;')
    await client.query('rollback')
  } finally {
    await client.end()
  }
})

/** The tables and columns of `Tables` at run time. The compiler rejects a missing or extra one. */
const known: { [Table in keyof Tables]: Record<keyof Tables[Table], true> } = {
  terms: {
    id: true,
    slug: true,
    term_name: true,
    type: true,
    definition: true,
    aliases: true,
    tags: true,
    examples: true,
    search_phrases: true,
    in_people_words: true,
    details: true,
    sort_key: true,
    created_at: true,
    retired_at: true,
    fts_doc_en: true,
    fts_doc_simple: true,
  },
  terms_of_the_day: {
    day: true,
    term_id: true,
  },
  contact_messages: { id: true, sealed: true, created_at: true, mailed_at: true },
  glossary_state: {
    only_row: true,
    version: true,
    changed_at: true,
  },
  profiles: {
    id: true,
    username: true,
    first_name: true,
    journal_tagging: true,
    on_this_day: true,
    created_at: true,
    updated_at: true,
  },
  saved_terms: {
    id: true,
    user_id: true,
    term_id: true,
    created_at: true,
  },
  data_keys: {
    user_id: true,
    key_id: true,
    wrapped: true,
    created_at: true,
  },
  journal_locks: {
    user_id: true,
    id: true,
    state: true,
    generation: true,
    keyring: true,
    changed_at: true,
  },
  journal_entries: {
    user_id: true,
    id: true,
    revision: true,
    entry_type: true,
    sealed: true,
    lock_id: true,
    created_at: true,
    updated_at: true,
  },
  journal_drafts: {
    user_id: true,
    id: true,
    entry_id: true,
    revision: true,
    sealed: true,
    lock_id: true,
    writer: true,
    sequence: true,
    created_at: true,
    updated_at: true,
  },
  deleted_entries: {
    user_id: true,
    id: true,
    revision: true,
    entry_type: true,
    sealed: true,
    lock_id: true,
    created_at: true,
    updated_at: true,
    deleted_at: true,
  },
  entry_versions: {
    user_id: true,
    id: true,
    revision: true,
    sealed: true,
    lock_id: true,
    updated_at: true,
    replaced_at: true,
    deleted_at: true,
  },
  'auth.users': {
    id: true,
    email: true,
    email_key: true,
    email_confirmed_at: true,
    password_hash: true,
    status: true,
    plan: true,
    of_age_at: true,
    user_metadata: true,
    app_metadata: true,
    banned_until: true,
    deleted_at: true,
    is_anonymous: true,
    phone: true,
    phone_confirmed_at: true,
    new_phone: true,
    new_email: true,
    new_email_until: true,
    new_phone_until: true,
    limit_data: true,
    safe_mode: true,
    lock_minutes: true,
    last_sign_in_at: true,
    created_at: true,
    updated_at: true,
  },
  'auth.sessions': {
    id: true,
    user_id: true,
    token_hash: true,
    aal: true,
    amr: true,
    shared_device: true,
    device: true,
    created_at: true,
    last_seen_at: true,
    proven_at: true,
    locks_at: true,
    ends_at: true,
    expires_at: true,
    journal_reload_key: true,
  },
  'auth.refresh_tokens': {
    token_hash: true,
    session_id: true,
    created_at: true,
    used_at: true,
  },
  'auth.mail_tokens': {
    id: true,
    user_id: true,
    purpose: true,
    sent_to: true,
    channel: true,
    token_hash: true,
    code_hash: true,
    redirect_to: true,
    wanted: true,
    code_challenge: true,
    code_challenge_method: true,
    wrong_codes: true,
    created_at: true,
    sent_at: true,
    expires_at: true,
  },
  'auth.pending_account_requests': {
    id: true,
    sealed: true,
    created_at: true,
  },
  'auth.factors': {
    id: true,
    user_id: true,
    factor_type: true,
    friendly_name: true,
    status: true,
    secret_sealed: true,
    last_step: true,
    credential_id: true,
    credential: true,
    phone: true,
    created_at: true,
    updated_at: true,
    last_challenged_at: true,
  },
  'auth.challenges': {
    id: true,
    factor_id: true,
    user_id: true,
    challenge: true,
    created_at: true,
    expires_at: true,
  },
  'auth.recovery_codes': {
    user_id: true,
    code_hash: true,
    used_at: true,
  },
  'auth.identities': {
    id: true,
    user_id: true,
    provider: true,
    provider_id: true,
    issuer: true,
    identity_data: true,
    created_at: true,
    updated_at: true,
    last_sign_in_at: true,
  },
  'auth.oauth_states': {
    id: true,
    state_hash: true,
    used_at: true,
    session_id: true,
    provider: true,
    user_id: true,
    sealed: true,
    created_at: true,
    expires_at: true,
  },
  'auth.signing_keys': {
    id: true,
    public_jwk: true,
    private_sealed: true,
    created_at: true,
  },
  'auth.master_keys': {
    id: true,
    fingerprint: true,
    created_at: true,
    current: true,
    sealed_by: true,
    sealed: true,
  },
  'auth.rate_limits': {
    key: true,
    points: true,
    expire: true,
  },
  'auth.audit_events': {
    id: true,
    actor: true,
    action: true,
    subject: true,
    created_at: true,
  },
  'auth.service_tokens': {
    id: true,
    token_hash: true,
    created_at: true,
    expires_at: true,
  },
  'auth.account_deleted_emails': {
    id: true,
    sent_to: true,
    created_at: true,
  },
  schema_migrations: {
    name: true,
    checksum: true,
    applied_at: true,
  },
}

test('the table types of the code match the tables and columns of the database', async () => {
  const client = await database.connect()
  try {
    const { rows } = await client.query<{ table: string; columns: Record<string, true> }>(
      `select case when table_schema = 'public' then '' else table_schema || '.' end || table_name as table,
              json_object_agg(column_name, true) as columns
         from information_schema.columns where table_schema in ('public', 'auth') group by 1`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.table, row.columns]))).toEqual(known)
  } finally {
    await client.end()
  }
})
