-- Connections (specification point 3). What a person writes, and about which term, is sealed with a key of their own before it
-- comes here: these tables hold bytes that neither the database nor a copy of it can read.

-- One key a person, wrapped by the master key, which is not in the database. In a table of its own, so that ordinary backups can
-- leave it out: when an account is erased, what old backups hold of its Connections is dead too.
create table data_keys (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- Which master key wraps it (auth.master_keys).
  key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
alter table data_keys enable row level security;
alter table data_keys force row level security;
create policy data_keys_own on data_keys
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
-- A key is never changed by what serves: with another, everything it sealed would be lost.
grant select, insert on data_keys to unfog_app;

create table journal_entries (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The client may choose it, so that what was sent twice is one entry; unique for the person, who thus learns of no other's.
  id uuid not null,
  -- Counts the versions, and is sealed in: an earlier text under a later number does not open.
  revision integer not null check (revision > 0),
  entry_type text not null check (entry_type in ('freeform', 'term_linked')),
  -- Text and linked term, AES-256-GCM. No foreign key to the term: which one it is is content.
  sealed bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
-- Sealed bytes cannot be compressed; trying would cost time.
alter table journal_entries alter column sealed set storage external;
-- Counts are answered from this index alone.
create index journal_entries_newest on journal_entries (user_id, created_at desc, id desc) include (entry_type);
alter table journal_entries enable row level security;
alter table journal_entries force row level security;
create policy journal_entries_own on journal_entries
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update, delete on journal_entries to unfog_app;

-- What is being written and not saved yet.
create table journal_drafts (
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Of the Connection that is edited, or the id that a new one will have.
  id uuid not null,
  -- The same, once that Connection exists: its draft goes with it.
  entry_id uuid check (entry_id = id),
  revision integer not null check (revision > 0),
  sealed bytea not null,
  -- Sealed in too: the numbers of a draft that was begun anew start again.
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id),
  foreign key (user_id, entry_id) references journal_entries (user_id, id) on delete cascade
);
alter table journal_drafts alter column sealed set storage external;
alter table journal_drafts enable row level security;
alter table journal_drafts force row level security;
create policy journal_drafts_own on journal_drafts
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, update, delete on journal_drafts to unfog_app;
