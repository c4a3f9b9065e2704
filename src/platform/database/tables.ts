import type { ColumnType, Generated } from 'kysely'

/** jsonb: read as a value, written as text. */
type Json<Value> = ColumnType<Value, string | undefined | Extract<Value, null>, string | Extract<Value, null>>

type MailPurpose =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'invite'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'
  | 'taken'
  | 'email_changed'
  | 'access_changed'
  | 'sms_signup'
  | 'sms'
  | 'phone_change'
  | 'sms_factor'

/** A test compares these with the catalog. */
export type Tables = {
  terms: {
    id: string
    slug: string
    term_name: string
    type: 'clinical' | 'community'
    definition: string
    aliases: string[]
    tags: string[]
    examples: string[]
    search_phrases: ColumnType<string[], string[] | undefined, string[]>
    in_people_words: ColumnType<string[], string[] | undefined, string[]>
    /** JSON: glossary/terms.contract.ts, `termDetailsSchema`. */
    details: ColumnType<unknown, string | undefined, string>
    sort_key: string
    created_at: ColumnType<Date, Date | string>
    retired_at: Date | null
    fts_doc_en: Generated<string>
    fts_doc_simple: Generated<string>
  }
  terms_of_the_day: { day: ColumnType<string, string>; term_id: string }
  glossary_state: { only_row: Generated<boolean>; version: string; changed_at: Generated<Date> }
  profiles: {
    id: string
    username: string | null
    first_name: string | null
    journal_tagging: Generated<boolean>
    on_this_day: Generated<boolean>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  saved_terms: { id: string; user_id: string; term_id: string; created_at: Generated<Date> }
  data_keys: { user_id: string; key_id: string; wrapped: Buffer; created_at: Generated<Date> }
  /** connections/lock/lock.contract.ts */
  journal_locks: {
    user_id: string
    id: string
    state: 'locking' | 'locked' | 'unlocking' | 'set_aside'
    generation: number
    /** JSON: `keyringSchema`. */
    keyring: string
    changed_at: Date
  }
  journal_entries: {
    user_id: string
    id: string
    revision: number
    /** Null: locked. */
    entry_type: 'freeform' | 'term_linked' | null
    sealed: Buffer
    /** Null: encrypted with the data key. */
    lock_id: ColumnType<string | null, string | null | undefined>
    created_at: Date
    updated_at: Date
  }
  journal_drafts: {
    user_id: string
    id: string
    entry_id: string | null
    revision: number
    sealed: Buffer
    lock_id: ColumnType<string | null, string | null | undefined>
    /** Only of a locked draft; others have it encrypted. */
    writer: ColumnType<string | null, string | null | undefined>
    sequence: ColumnType<number | null, number | null | undefined>
    created_at: Date
    updated_at: Date
  }
  deleted_entries: {
    user_id: string
    id: string
    revision: number
    entry_type: 'freeform' | 'term_linked' | null
    sealed: Buffer
    lock_id: ColumnType<string | null, string | null | undefined>
    created_at: Date
    updated_at: Date
    deleted_at: Date
  }
  entry_versions: {
    user_id: string
    id: string
    revision: number
    sealed: Buffer
    lock_id: ColumnType<string | null, string | null | undefined>
    /** When it was saved. */
    updated_at: Date
    replaced_at: Date
    /** Of the Connection, while it is in the trash. */
    deleted_at: Date | null
  }
  contact_messages: { id: string; sealed: Buffer; created_at: Date; mailed_at: Date | null }
  'auth.users': {
    id: string
    email: string | null
    email_key: string | null
    email_confirmed_at: Date | null
    password_hash: string | null
    status: Generated<'active' | 'restricted' | 'suspended'>
    plan: Generated<'starter' | 'journal' | 'ai-plus'>
    of_age_at: Date | null
    user_metadata: Json<Record<string, unknown>>
    app_metadata: Json<Record<string, unknown>>
    banned_until: Date | null
    deleted_at: Date | null
    is_anonymous: Generated<boolean>
    phone: string | null
    phone_confirmed_at: Date | null
    new_phone: string | null
    new_phone_until: Date | null
    new_email: string | null
    new_email_until: Date | null
    /** Triggers then clear this user's metadata. */
    limit_data: Generated<boolean>
    /** Null until offered. */
    safe_mode: boolean | null
    lock_minutes: 1 | 5 | 15 | null
    last_sign_in_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  'auth.sessions': {
    id: string
    user_id: string
    token_hash: Buffer | null
    aal: Generated<'aal1' | 'aal2'>
    amr: Json<{ method: string; timestamp: number }[]>
    shared_device: Generated<boolean>
    device: Generated<string>
    created_at: Generated<Date | null>
    last_seen_at: Generated<Date | null>
    proven_at: Generated<Date | null>
    /** Then it needs re-authentication. */
    locks_at: Date | null
    expires_at: Date
    /** Use does not extend it. */
    ends_at: Generated<Date>
    journal_reload_key: Buffer | null
  }
  'auth.refresh_tokens': {
    token_hash: Buffer
    session_id: string
    created_at: Generated<Date | null>
    used_at: Date | null
  }
  'auth.mail_tokens': {
    id: string
    user_id: string
    purpose: MailPurpose
    sent_to: string
    channel: 'sms' | 'whatsapp' | null
    token_hash: Buffer | null
    code_hash: Buffer | null
    redirect_to: string | null
    wanted: Json<Record<string, string> | null>
    code_challenge: string | null
    code_challenge_method: string | null
    wrong_codes: Generated<number>
    created_at: Generated<Date>
    sent_at: Date | null
    expires_at: Date
  }
  'auth.pending_account_requests': { id: string; sealed: Buffer; created_at: Generated<Date> }
  'auth.factors': {
    id: string
    user_id: string
    factor_type: 'totp' | 'webauthn' | 'phone'
    friendly_name: string | null
    status: Generated<'unverified' | 'verified'>
    secret_sealed: Buffer | null
    /** bigint, returned as text. */
    last_step: ColumnType<string | null, number | null, number | null>
    credential_id: string | null
    credential: Json<Record<string, unknown> | null>
    phone: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_challenged_at: Date | null
  }
  'auth.challenges': {
    id: string
    factor_id: string | null
    user_id: string | null
    challenge: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  'auth.recovery_codes': { user_id: string; code_hash: Buffer; used_at: Date | null }
  'auth.identities': {
    id: string
    user_id: string
    provider: string
    provider_id: string
    issuer: string | null
    identity_data: Json<Record<string, unknown>>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    last_sign_in_at: Date | null
  }
  'auth.oauth_states': {
    id: string
    state_hash: Buffer
    provider: string | null
    user_id: string | null
    sealed: Buffer
    created_at: Generated<Date>
    expires_at: Date
    /** Of a used authorization code. */
    used_at: Date | null
    session_id: string | null
  }
  'auth.signing_keys': {
    id: string
    public_jwk: Json<Record<string, unknown>>
    private_sealed: Buffer
    created_at: Generated<Date>
  }
  'auth.master_keys': {
    id: string
    fingerprint: Buffer
    created_at: Generated<Date>
    current: Generated<boolean>
    sealed_by: string | null
    sealed: Buffer | null
  }
  /** Written by rate-limiter-flexible. */
  'auth.rate_limits': {
    key: string
    points: Generated<number>
    expire: ColumnType<string | null, number | null>
  }
  'auth.audit_events': {
    id: string
    actor: string
    action: string
    subject: string | null
    created_at: Generated<Date>
  }
  'auth.service_tokens': { id: string; token_hash: Buffer; created_at: Generated<Date>; expires_at: Date }
  'auth.account_deleted_emails': { id: string; sent_to: string; created_at: Date }
  schema_migrations: { name: string; checksum: string; applied_at: Generated<Date> }
}
