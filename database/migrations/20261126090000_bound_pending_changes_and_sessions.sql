-- A pending change of address or number ends after an hour. Those from before never ended, so they end now.
update auth.users set new_email = null, new_phone = null where new_email is not null or new_phone is not null;
delete from auth.mail_tokens where purpose in ('email_change_current', 'email_change_new', 'phone_change');
alter table auth.users
  add column new_email_until timestamptz,
  add column new_phone_until timestamptz,
  add constraint users_new_email_check check ((new_email is null) = (new_email_until is null)),
  add constraint users_new_phone_check check ((new_phone is null) = (new_phone_until is null));

-- A session ends by itself however often it is used. Those that are open get a whole life from now.
alter table auth.sessions add column ends_at timestamptz not null default now() + interval '180 days';
update auth.sessions set ends_at = now() + interval '12 hours' where shared_device;

-- A code that was exchanged is remembered until it would have expired, so that a second use ends what the first one opened.
alter table auth.flows
  add column used_at timestamptz,
  add column session_id uuid references auth.sessions on delete set null;
create index flows_by_session on auth.flows (session_id) where session_id is not null;

create or replace function auth.limit_session() returns trigger language plpgsql set search_path to '' as $$
begin
  if (select u.limit_data from auth.users u where u.id = new.user_id) then
    -- A UUIDv7 tells when it was made. Those in use stay as they are: apps know their session by it.
    if tg_op = 'INSERT' then
      new.id := gen_random_uuid();
    end if;
    new.device := '';
    new.created_at := null;
    new.last_seen_at := null;
    -- A session lives for so and so long after it was used, so its end tells when that was. Rounded down (identity/rules.ts):
    -- nobody stays signed in for longer than they were told.
    new.expires_at := date_bin(
      case when new.shared_device then interval '5 minutes' else interval '7 days' end,
      new.expires_at, timestamptz '1970-01-01 00:00:00+00');
    -- The same for the end that use does not move, which tells when the session began.
    new.ends_at := date_bin(
      case when new.shared_device then interval '5 minutes' else interval '7 days' end,
      new.ends_at, timestamptz '1970-01-01 00:00:00+00');
    -- By which proofs, the latest last; neither when, nor how often.
    new.amr := coalesce(
      (select jsonb_agg(jsonb_build_object('method', m.method, 'timestamp', 0) order by m.place)
         from (select proof ->> 'method' as method, max(place) as place
                 from jsonb_array_elements(new.amr) with ordinality as p(proof, place)
                group by 1) m), '[]');
    -- Far longer than a proof counts, so that the clocks of two machines may differ.
    if new.proven_at < now() - interval '1 hour' then
      new.proven_at := null;
    end if;
  end if;
  return new;
end $$;
