-- Favorites: which terms a person keeps (specification point 3). Theirs alone: every statement runs under their id.
create table saved_terms (
  id uuid not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  term_id uuid not null references terms (id) on delete restrict,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  -- Saving twice is one save.
  unique (user_id, term_id)
);
create index saved_terms_newest on saved_terms (user_id, created_at desc, id desc);
create index saved_terms_by_term on saved_terms (term_id);

alter table saved_terms enable row level security;
alter table saved_terms force row level security;
create policy saved_terms_own on saved_terms
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);
grant select, insert, delete on saved_terms to unfog_app;
