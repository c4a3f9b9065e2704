-- What is asked of a person's Connections in every request, in one statement where a transaction takes four: PL/pgSQL does one
-- thing after the other, so whose rows they are is said before any is looked at (docs/decisions/023).

-- Which Connections a page shows, in which version and of when, with the counts and the row of the key; and no word of them. Always by
-- their index: what the planner was told of people may be of a day when there was one of them, whose rows were all there were.
create function own_page(asked uuid, since timestamptz, skipped integer, most integer)
returns table (shown text, total bigint, linked bigint, this_month bigint, key_id text, wrapped bytea)
language plpgsql set enable_seqscan = off as $$
begin
  perform set_config('app.user_id', asked::text, true);
  return query
    select rows.shown, counts.*, key.key_id, key.wrapped
      from (select count(*), count(*) filter (where e.entry_type = 'term_linked'), count(*) filter (where e.created_at >= since)
              from public.journal_entries e where e.user_id = asked) as counts
     cross join (select string_agg(concat_ws(' ', page.id, page.revision, page.changed), ',' order by page.created_at desc, page.id desc) as shown
              from (select e.id, e.revision, e.created_at, (date_part('epoch', e.updated_at) * 1000)::bigint as changed
                      from public.journal_entries e where e.user_id = asked
                     order by e.created_at desc, e.id desc offset skipped limit most) as page) as rows
      left join public.data_keys key on key.user_id = asked;
end $$;

-- Saves a Connection that is new, for who has the person's present key and room for it, and ends its draft; else it touches nothing.
-- Gives how many more there is room for; 0 where none are counted, for who has counted a moment ago and says no most; null where it
-- was not saved.
create function save_entry(
  asked uuid, new_id uuid, kind text, text_sealed bytea, by_key_id text, by_key bytea, at timestamptz, keeps_draft boolean,
  most integer, most_a_day integer
) returns integer
language plpgsql set enable_seqscan = off as $$
declare
  room integer := 1;
begin
  perform set_config('app.user_id', asked::text, true);
  -- As platform/database/owner.server.ts does it: all who are at work on this Connection take turns.
  perform pg_advisory_xact_lock(hashtextextended(new_id || ' of ' || asked, 0));
  if most is not null then
    select least(most - count(*), most_a_day - count(*) filter (where e.created_at > at - interval '24 hours'))
      into room from public.journal_entries e where e.user_id = asked;
  end if;
  if room <= 0 then
    return null;
  end if;
  insert into public.journal_entries (user_id, id, revision, entry_type, sealed, created_at, updated_at)
    select asked, new_id, 1, kind, text_sealed, at, at
      from public.data_keys k where k.user_id = asked and k.key_id = by_key_id and k.wrapped = by_key
      on conflict do nothing;
  if not found then
    return null;
  end if;
  if not keeps_draft then
    delete from public.journal_drafts d where d.user_id = asked and d.id = new_id;
  end if;
  return room - 1;
end $$;

revoke execute on function own_page(uuid, timestamptz, integer, integer) from public;
revoke execute on function save_entry(uuid, uuid, text, bytea, text, bytea, timestamptz, boolean, integer, integer) from public;
grant execute on function own_page(uuid, timestamptz, integer, integer) to unfog_app;
grant execute on function save_entry(uuid, uuid, text, bytea, text, bytea, timestamptz, boolean, integer, integer) to unfog_app;
