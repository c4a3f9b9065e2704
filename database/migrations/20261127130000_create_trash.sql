-- Deleted Connections rest for 30 days. A table of their own: no query of the journal can show one by mistake. A row moves as it is,
-- encrypted for its place in journal_entries, so that it can move back.
create table deleted_entries (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  revision integer not null check (revision > 0),
  entry_type text not null check (entry_type in ('freeform', 'term_linked')),
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz not null,
  primary key (user_id, id)
);
alter table deleted_entries alter column sealed set storage external;
create index deleted_entries_newest on deleted_entries (user_id, deleted_at desc, id desc);
create index deleted_entries_by_age on deleted_entries (deleted_at);
alter table deleted_entries enable row level security;
alter table deleted_entries force row level security;
create policy deleted_entries_own on deleted_entries to unfog_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update, delete on deleted_entries to unfog_app;

-- The hourly job erases what is old enough, whoever wrote it, and can neither read nor erase anything else.
create policy deleted_entries_expired on deleted_entries for delete to unfog_auth
  using (deleted_at < now() - interval '30 days');
grant delete on deleted_entries to unfog_auth;
