-- Senses, look-alikes, other names by country, origin and sources of a term. The next start writes them from the content.

alter table terms add column details jsonb not null default '{}';
