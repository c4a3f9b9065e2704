-- Earlier versions of Connections. A row is copied as it is, encrypted for its place and revision in journal_entries. The versions of a
-- Connection in the trash have its deleted_at, so that they are erased with it.
create table entry_versions (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  revision integer not null check (revision > 0),
  sealed bytea not null,
  updated_at timestamptz not null,
  replaced_at timestamptz not null,
  deleted_at timestamptz,
  primary key (user_id, id, revision)
);
alter table entry_versions alter column sealed set storage external;
create index entry_versions_of_a_day on entry_versions (user_id, replaced_at);
create index entry_versions_by_age on entry_versions (deleted_at) where deleted_at is not null;
alter table entry_versions enable row level security;
alter table entry_versions force row level security;
create policy entry_versions_own on entry_versions to unfog_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update, delete on entry_versions to unfog_app;

-- The hourly job erases them with the trash, and can neither read nor erase anything else.
create policy entry_versions_expired on entry_versions for delete to unfog_auth
  using (deleted_at < now() - interval '30 days');
grant delete on entry_versions to unfog_auth;
