-- Search that finds what is misspelt, inflected or only described (docs/decisions/006). The three tables say again what `terms`
-- says, as a search needs it; whatever writes terms writes them too (glossary/source).

-- Trusted since PostgreSQL 13: who may create in the database may create it, where the server's package of it is installed.
create extension if not exists pg_trgm;

-- What waits in a list to be indexed is read through by every search; the glossary changes seldom.
alter index terms_fts_en set (fastupdate = off);
alter index terms_fts_simple set (fastupdate = off);

-- A living term. `place` is its place from A to Z, and its number in the other two.
create table search_terms (
  place integer primary key,
  term_id uuid not null unique references terms (id) on delete cascade,
  type text not null,
  -- Name and slug in lower case, a line each.
  names text not null,
  -- Other names in lower case, a space before and a line after each.
  aliases text not null
);
create index search_terms_names on search_terms using gin (names gin_trgm_ops) with (fastupdate = off);
create index search_terms_aliases on search_terms using gin (aliases gin_trgm_ops) with (fastupdate = off);

-- A name or another name of a term.
create table search_names (
  name integer primary key,
  place integer not null references search_terms (place) on delete cascade,
  written text not null,
  -- Without spaces and signs, so that `stone walling` and `stonewalling` are one.
  squeezed text not null,
  -- Its letters, each once and in order: `physcopath` has those of `psychopath`.
  letters text not null,
  -- Its words without endings and in order, so that `love bombed me` and `Love Bombing` are one; null when it has none.
  forms text,
  -- The length of the vector of its stems' weights.
  norm real not null
);
create index search_names_written on search_names (written);
create index search_names_forms on search_names (forms);
create index search_names_letters on search_names (letters);
create index search_names_squeezed on search_names (squeezed);
create index search_names_like on search_names using gin (squeezed gin_trgm_ops) with (fastupdate = off);

-- A stem: how rare it is, which terms say it and how much it says of each, and which names have it.
create table search_words (
  word text primary key,
  rarity real not null,
  places integer[] not null,
  weights real[] not null,
  names integer[] not null
);
create index search_words_like on search_words using gin (word gin_trgm_ops) with (fastupdate = off);

grant select on search_terms, search_names, search_words to unfog_app;

-- What a search finds, in order. A term comes in its first tier:
-- 1 name or slug contains the text; 2 it is called so, or so in another form, or nearly so when nothing else is; 3 a word of another
-- name begins with it; 4 its words begin with the words of the text; 5 another name contains it; and only when all these are fewer
-- than five, 6 what is most like it, twenty at most.
-- With `most`, no more than so many (and those of tier 2 where tier 1 alone fills them, which the caller may prefer to the last).
create function find_terms(
  pattern text, written text, called text, squeezed_text text, letters_text text, forms_text text, stems text[], prefixes text, wanted text, most integer
) returns table (term_id uuid, tier integer, likeness real)
language plpgsql stable rows 10
-- One plan for all texts, since planning takes longer than finding; and by the indexes, whose worth for a text not known yet the
-- planner cannot see (both measured: 5 to 80 times).
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  found_places integer[] := '{}';
  fresh integer[];
  near real[];
  english tsquery;
begin
  if length(written) < 3 then
    -- No index holds so little of a word; from A to Z the first are soon found.
    select array_agg(s.place) into fresh from (
      select place from search_terms s where s.names || '' like pattern and (wanted is null or s.type = wanted) order by place limit most) s;
  else
    select array_agg(s.place) into fresh from (
      select place from search_terms s where s.names like pattern and (wanted is null or s.type = wanted) order by place limit most) s;
  end if;
  if fresh is not null then
    return query select s.term_id, 1, 0::real
      from unnest(fresh) with ordinality f (place, position) join search_terms s on s.place = f.place order by position;
    found_places := fresh;
  end if;

  select array_agg(s.place order by s.said desc, s.place) into fresh from (
    select n.place, bool_or(n.written = find_terms.written) as said
      from search_names n join search_terms s on s.place = n.place
     where (n.written = find_terms.written or n.forms = forms_text or n.squeezed = squeezed_text) and (wanted is null or s.type = wanted)
       and n.place <> all (found_places)
     group by n.place) s;
  if fresh is not null then
    return query select s.term_id, 2, 0::real
      from unnest(fresh) with ordinality f (place, position) join search_terms s on s.place = f.place order by position;
    found_places := found_places || fresh;
  elsif cardinality(found_places) = 0 and length(squeezed_text) >= 6 then
    select array_agg(s.place order by s.near desc, s.place), array_agg(s.near order by s.near desc, s.place) into fresh, near from (
      select l.place, max(l.near) as near from (
        select n.place, similarity(n.squeezed, squeezed_text) as near from search_names n
         where n.squeezed % squeezed_text and similarity(n.squeezed, squeezed_text) >= 0.55
        union all
        select n.place, 0.55 from search_names n
         where n.letters = letters_text and left(n.squeezed, 1) = left(squeezed_text, 1) and abs(length(n.squeezed) - length(squeezed_text)) <= 2) l
        join search_terms s on s.place = l.place and (wanted is null or s.type = wanted)
       group by l.place) s;
    if fresh is not null then
      return query select s.term_id, 2, f.near
        from unnest(fresh, near) with ordinality f (place, near, position) join search_terms s on s.place = f.place order by position;
      found_places := fresh;
    end if;
  end if;
  if cardinality(found_places) >= most then
    return;
  end if;

  select array_agg(s.place order by s.place) into fresh from search_terms s
   where s.aliases like called and (wanted is null or s.type = wanted) and s.place <> all (found_places);
  if fresh is not null then
    return query select s.term_id, 3, 0::real
      from unnest(fresh) with ordinality f (place, position) join search_terms s on s.place = f.place order by position;
    found_places := found_places || fresh;
    if cardinality(found_places) >= most then
      return;
    end if;
  end if;

  english := to_tsquery('pg_catalog.english', prefixes);
  if numnode(english) > 0 then
    select array_agg(s.place order by s.place) into fresh from search_terms s
     where s.term_id in (
             select t.id from terms t where t.fts_doc_en @@ english
             union all
             select t.id from terms t where t.fts_doc_simple @@ to_tsquery('pg_catalog.simple', prefixes))
       and (wanted is null or s.type = wanted) and s.place <> all (found_places);
    if fresh is not null then
      return query select s.term_id, 4, 0::real
        from unnest(fresh) with ordinality f (place, position) join search_terms s on s.place = f.place order by position;
      found_places := found_places || fresh;
      if cardinality(found_places) >= most then
        return;
      end if;
    end if;
  end if;

  select array_agg(s.place order by s.place) into fresh from search_terms s
   where s.aliases like pattern and (wanted is null or s.type = wanted) and s.place <> all (found_places);
  if fresh is not null then
    return query select s.term_id, 5, 0::real
      from unnest(fresh) with ordinality f (place, position) join search_terms s on s.place = f.place order by position;
    found_places := found_places || fresh;
  end if;
  if cardinality(found_places) >= 5 then
    return;
  end if;

  return query
  with asked as (
    select w.rarity, w.places, w.weights, w.names, known.trust from unnest(stems) s (stem)
     cross join lateral (
       (select w.word, 1::real as trust from search_words w where w.word = s.stem)
       union all
       (select w.word, similarity(w.word, s.stem) from search_words w
         where length(s.stem) > 3 and w.word % s.stem and similarity(w.word, s.stem) >= 0.45
         order by 2 desc, 1 limit 1)
       limit 1) known
     join search_words w on w.word = known.word
  ), whole as (
    select sum(rarity * trust) as said, sqrt(sum((rarity * trust) ^ 2)) as norm from asked
  ), likenesses as (
    -- What its words say, and how much of the text they say.
    select p.place, sum(p.weight * a.trust) * (0.5 + 0.5 * sum(a.rarity * a.trust) / (select said from whole)) as part, 0::real as typed
      from asked a cross join lateral unnest(a.places, a.weights) p (place, weight) group by p.place
    union all
    -- The name that has most in common with the text (the cosine of their words).
    select n.place, 9 * max(d.dot / (n.norm * (select norm from whole))) ^ 2, 0
      from (select u.name, sum(a.rarity ^ 2 * a.trust) as dot from asked a cross join lateral unnest(a.names) u (name) group by u.name) d
      join search_names n on n.name = d.name group by n.place
    union all
    -- The name that is written most like the text.
    select n.place, 10 * max(similarity(n.squeezed, squeezed_text)), max(similarity(n.squeezed, squeezed_text))
      from search_names n where n.squeezed % squeezed_text and similarity(n.squeezed, squeezed_text) >= 0.42 group by n.place
  )
  select s.term_id, 6, max(l.typed)::real
    from likenesses l join search_terms s on s.place = l.place
   where (wanted is null or s.type = wanted) and s.place <> all (found_places)
   group by s.term_id, s.place having sum(l.part) >= 2
   order by sum(l.part) desc, s.place
   limit least(20, most - cardinality(found_places));
end
$$;

-- What the header shows of them, joined here so that this plan is kept too.
create function suggest_terms(
  pattern text, written text, called text, squeezed_text text, letters_text text, forms_text text, stems text[], prefixes text, wanted text, most integer
) returns table (term_name text, slug text, type text, definition text, aliases text[], tier integer, likeness real)
language plpgsql stable rows 5
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
  select t.term_name, t.slug, t.type, t.definition, t.aliases, f.tier, f.likeness
    from find_terms(pattern, written, called, squeezed_text, letters_text, forms_text, stems, prefixes, wanted, most) with ordinality f
    join terms t on t.id = f.term_id
   order by f.ordinality;
end
$$;
