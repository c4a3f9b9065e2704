-- The glossary. `content/glossary` is the source; starting the server syncs it into this table.

-- array_to_string is only stable (it depends on output functions), so a generated column may not use it; over text[] it is
-- immutable in fact, which this wrapper says.
create function words_of(words text[]) returns text
  language sql immutable strict parallel safe
  return pg_catalog.array_to_string(words, E'\n');

create table terms (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  term_name text not null,
  type text not null check (type in ('clinical', 'community')),
  definition text not null,
  aliases text[] not null default '{}',
  tags text[] not null default '{}',
  examples text[] not null default '{}',
  -- Made in TypeScript (accents and case folded): locales differ between databases, "C" does not.
  sort_key text collate "C" not null,
  created_at timestamptz not null,
  -- Set when the term left the files. It is never deleted: a favorite or a Connection may still point to it.
  retired_at timestamptz,
  fts_doc_en tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.english', term_name), 'A') ||
    setweight(to_tsvector('pg_catalog.english', words_of(aliases)), 'A') ||
    setweight(to_tsvector('pg_catalog.english', words_of(tags)), 'B') ||
    setweight(to_tsvector('pg_catalog.english', definition), 'C') ||
    setweight(to_tsvector('pg_catalog.english', words_of(examples)), 'D')
  ) stored,
  -- Stemming breaks prefixes ('gaslighti' finds nothing among English stems), so prefixes also ask the words as written.
  fts_doc_simple tsvector not null generated always as (
    to_tsvector('pg_catalog.simple', term_name) ||
    to_tsvector('pg_catalog.simple', words_of(aliases)) ||
    to_tsvector('pg_catalog.simple', words_of(tags)) ||
    to_tsvector('pg_catalog.simple', definition) ||
    to_tsvector('pg_catalog.simple', words_of(examples))
  ) stored
);

create unique index terms_one_living_name on terms (lower(term_name)) where retired_at is null;
create index terms_in_order on terms (sort_key, id) where retired_at is null;
create index terms_by_age on terms (created_at, sort_key, id) where retired_at is null;
create index terms_fts_en on terms using gin (fts_doc_en);
create index terms_fts_simple on terms using gin (fts_doc_simple);

-- One row: which version of the glossary the table holds. Caches are keyed by it.
create table glossary_state (
  only_row boolean primary key default true check (only_row),
  version text not null,
  changed_at timestamptz not null default now()
);

-- What was shown on which UTC day, so that nothing repeats until every term has been shown.
create table terms_of_the_day (
  day date primary key,
  term_id uuid not null references terms (id) on delete restrict
);
create index terms_of_the_day_by_term on terms_of_the_day (term_id);

grant select on terms, glossary_state to unfog_app;
grant select, insert, update on terms_of_the_day to unfog_app;
