-- As before (save_at_once), and waits for nobody: several are saved in one statement (docs/decisions/028), and whoever is at work on one of
-- them would hold up all. Where somebody is, it is not saved here; a transaction of its own waits for its turn.
create or replace function save_entry(
  asked uuid, new_id uuid, kind text, text_sealed bytea, by_key_id text, by_key bytea, at timestamptz, keeps_draft boolean,
  most integer, most_a_day integer
) returns integer
language plpgsql set enable_seqscan = off as $$
declare
  room integer := 1;
begin
  perform set_config('app.user_id', asked::text, true);
  -- As platform/database/owner.server.ts does it: all who are at work on this Connection take turns.
  if not pg_try_advisory_xact_lock(hashtextextended(new_id || ' of ' || asked, 0)) then
    return null;
  end if;
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
