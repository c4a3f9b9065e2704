-- Locks of journals that only their writer can open (docs/decisions/042). The keyring holds the journal key, wrapped once per way to open it.
create table journal_locks (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  state text not null check (state in ('locking', 'locked', 'unlocking', 'set_aside')),
  generation integer not null check (generation > 0),
  keyring text not null,
  changed_at timestamptz not null,
  primary key (user_id, id)
);
-- New text is encrypted with this one.
create unique index journal_locks_current on journal_locks (user_id) where state in ('locking', 'locked');
alter table journal_locks enable row level security;
alter table journal_locks force row level security;
create policy journal_locks_own on journal_locks to unfog_app
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update, delete on journal_locks to unfog_app;
grant select on journal_locks to unfog_maintenance;

-- Null: encrypted with the server's data key.
alter table journal_entries add column lock_id uuid;
alter table journal_drafts add column lock_id uuid;
alter table deleted_entries add column lock_id uuid;
alter table entry_versions add column lock_id uuid;
alter table journal_entries add foreign key (user_id, lock_id) references journal_locks (user_id, id);
alter table journal_drafts add foreign key (user_id, lock_id) references journal_locks (user_id, id);
alter table deleted_entries add foreign key (user_id, lock_id) references journal_locks (user_id, id);
alter table entry_versions add foreign key (user_id, lock_id) references journal_locks (user_id, id);

-- Whether a locked Connection is linked to a term is content.
alter table journal_entries alter column entry_type drop not null;
alter table deleted_entries alter column entry_type drop not null;
alter table journal_entries add check ((entry_type is null) = (lock_id is not null));
alter table deleted_entries add check ((entry_type is null) = (lock_id is not null));

-- The associated data of a locked draft, which the server needs to order the requests of a page.
alter table journal_drafts add column writer uuid;
alter table journal_drafts add column sequence integer;
alter table journal_drafts add check ((lock_id is null) = (writer is null) and (lock_id is null) = (sequence is null));

-- Destroyed once everything is locked: with backups, by the first full one that holds the locked rows.
grant delete on data_keys to unfog_app;
grant delete on data_keys to unfog_maintenance;

-- Opens the journal again after a reload, together with what the tab stores (docs/decisions/042).
alter table auth.sessions add column journal_reload_key bytea;
