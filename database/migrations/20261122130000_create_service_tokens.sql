-- What the programs of the operator call the administration of /auth/v1 with: hashed, never for long, and gone when it is taken back.
create table auth.service_tokens (
  id uuid primary key,
  -- SHA-256 of 256 random bits.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
grant select, insert, delete on auth.service_tokens to unfog_auth;

-- What such a program keeps with an account; its person reads it, and cannot change it.
alter table auth.users add column app_metadata jsonb not null default '{}';
-- A suspension that ends by itself; null for one that the operator ends.
alter table auth.users add column banned_until timestamptz;
-- Of this account nothing is left but its number ("soft delete"): nobody is given it again.
alter table auth.users add column deleted_at timestamptz;
