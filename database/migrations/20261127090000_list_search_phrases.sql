-- Phrases become a list, and some of them are shown. The next start writes both from the content.

alter table terms alter column search_phrases drop default;
alter table terms alter column search_phrases type text[] using coalesce(string_to_array(nullif(search_phrases, ''), ', '), '{}');
alter table terms alter column search_phrases set default '{}';
alter table terms add column in_people_words text[] not null default '{}';
