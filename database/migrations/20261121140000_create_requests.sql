-- What somebody asked for an address, until a job has looked whether there is an account (docs/decisions/008). All of it sealed
-- with the master key: nobody reads here who asked, with which password.
create table auth.requests (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
grant select, insert, delete on auth.requests to unfog_auth;
