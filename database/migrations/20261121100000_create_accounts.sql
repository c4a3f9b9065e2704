-- Accounts. What opens an account stands in a schema of its own, which only unfog_auth may reach: the role that serves pages
-- never sees a hash. Nothing here is usable by whoever steals it: passwords are argon2id, tokens and codes are hashed, secrets
-- are sealed with the master key, which is not in the database.

create schema auth;
grant usage on schema auth to unfog_auth;

create table auth.users (
  id uuid primary key,
  -- As typed; null for an account that has only a provider, or only a phone.
  email text,
  -- Lower-cased: what is unique, and what is looked for.
  email_key text unique,
  email_confirmed_at timestamptz,
  -- argon2id in its own encoding, with its parameters.
  password_hash text,
  -- restricted: reads, exports and deletes, but writes nothing. suspended: no sign-in.
  status text not null default 'active' check (status in ('active', 'restricted', 'suspended')),
  -- When the person said that they are at least 16. No birth date is kept.
  of_age_at timestamptz,
  -- What clients of /auth/v1 keep with a user; our own pages write nothing here.
  user_metadata jsonb not null default '{}',
  -- An address that waits for its owner's yes (e-mail change).
  new_email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((email is null) = (email_key is null))
);

-- One table, two ways to carry a session: our web app's cookie (token_hash), and /auth/v1 (refresh_tokens).
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- SHA-256 of the 256 random bits in the cookie; null when refresh tokens carry the session.
  token_hash bytea unique,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How and when each proof was given: [{"method": "password", "timestamp": 1}] (RFC 8176 in spirit).
  amr jsonb not null default '[]',
  shared_device boolean not null default false,
  -- "Firefox on Linux": made of the User-Agent at sign-in. No address, no place.
  device text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The last time a person proved who they are, for what asks for it again.
  proven_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on auth.sessions (user_id);

create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Set when it was exchanged for its successor. Used once more, later, it ends its session.
  used_at timestamptz
);
create index refresh_tokens_by_session on auth.refresh_tokens (session_id);

-- Codes and links that go out by mail. A row is made when mail is asked for; its hashes are set when the mail is sent, so that
-- no job ever holds a token.
create table auth.mail_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in
    ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
     'taken')),
  sent_to text not null,
  token_hash bytea unique,
  code_hash bytea,
  -- Where a click leads afterwards: a path of ours, or an address of the allow-list.
  redirect_to text,
  -- What a visitor wanted when they were asked to sign up ({"save": "gaslighting"}), carried through the mail.
  wanted jsonb,
  -- PKCE of /auth/v1 (RFC 7636): the link then answers with a code.
  code_challenge text,
  code_challenge_method text,
  wrong_codes integer not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null
);
create index mail_tokens_by_user on auth.mail_tokens (user_id, purpose);

create table auth.factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'webauthn')),
  friendly_name text,
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- TOTP: the secret, sealed with the master key.
  secret_sealed bytea,
  -- TOTP: the last 30-second step that was accepted; neither it nor an earlier one is accepted again (RFC 6238, 5.2).
  last_step bigint,
  -- WebAuthn: what the registration gave (id, public key, counter, transports).
  credential_id text unique,
  credential jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz,
  unique (user_id, friendly_name)
);
create index factors_by_user on auth.factors (user_id);

create table auth.challenges (
  id uuid primary key,
  factor_id uuid references auth.factors (id) on delete cascade,
  -- Null before anybody is known: a sign-in by passkey.
  user_id uuid references auth.users (id) on delete cascade,
  -- WebAuthn's challenge, base64url; null for TOTP.
  challenge text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index challenges_by_factor on auth.challenges (factor_id);
create index challenges_by_user on auth.challenges (user_id);

create table auth.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- The provider's own name for the person (`sub`); with `email` it is the user's id.
  provider_id text not null,
  identity_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  unique (provider, provider_id)
);
create index identities_by_user on auth.identities (user_id);

-- A sign-in that is away at a provider, or a code that waits to be exchanged (RFC 6749, RFC 7636). Held here, not in a cookie,
-- because a provider's form_post comes back across sites without one.
create table auth.flows (
  id uuid primary key,
  -- SHA-256 of `state`, or of the code given to a client.
  state_hash bytea not null unique,
  provider text,
  -- Set when a signed-in person links a provider.
  user_id uuid references auth.users (id) on delete cascade,
  -- Nonce, code verifier, and where to go on, sealed with the master key.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index flows_by_user on auth.flows (user_id);

-- The key that signs access tokens of /auth/v1, sealed; the public half is in the JWKS.
create table auth.signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Which master key the database belongs to: a start with another one is refused.
create table auth.master_keys (
  id text primary key,
  fingerprint bytea not null,
  created_at timestamptz not null default now()
);

-- rate-limiter-flexible's own shape (its documentation, "PostgreSQL").
create table auth.attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Who did what to which account, when. No content; it outlives the account, so it refers to none.
create table auth.audit_events (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject uuid,
  created_at timestamptz not null default now()
);

grant select, insert, update, delete on all tables in schema auth to unfog_auth;
revoke update, delete on auth.audit_events from unfog_auth;

-- What a person calls themselves here (specification point 3). Theirs alone: every statement runs under their id.
create table profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  username text check (length(username) between 1 and 40),
  first_name text check (length(first_name) between 1 and 80),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table profiles enable row level security;
alter table profiles force row level security;
-- The setting comes back as '' when it was never set, not as null.
create policy profiles_own on profiles
  using (id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update on profiles to unfog_app;
