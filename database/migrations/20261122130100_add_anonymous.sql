-- Somebody who gave neither an address nor anything else (`signInAnonymously` of /auth/v1), until they do.
alter table auth.users add column is_anonymous boolean not null default false;
