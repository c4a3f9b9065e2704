-- Limit Data Collection (specification point 2, "/dashboard/settings"; docs/decisions/013). Who turns it on has no more kept about
-- them than it takes to let them in and nobody else. The tables themselves see to it: whatever a writer brings, now or later, is
-- emptied before it is kept. What has to be exact for some minutes (a proof, a token just exchanged, a code just taken) is
-- forgotten by the hourly job (identity/data-limit).
alter table auth.users add column limit_data boolean not null default false;

alter table auth.sessions alter column created_at drop not null;
alter table auth.sessions alter column last_seen_at drop not null;
-- Null: long ago.
alter table auth.sessions alter column proven_at drop not null;
alter table auth.refresh_tokens alter column created_at drop not null;

create function auth.limit_user() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.limit_data then
    new.last_sign_in_at := null;
    new.updated_at := new.created_at;
    -- That the address is confirmed counts, not when: with another address it would tell when that was changed.
    if new.email_confirmed_at is not null then
      new.email_confirmed_at := new.created_at;
    end if;
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on auth.users
  for each row execute function auth.limit_user();

create function auth.limit_session() returns trigger language plpgsql set search_path = '' as $$
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
create trigger limit_data before insert or update on auth.sessions
  for each row execute function auth.limit_session();

create function auth.limit_refresh_token() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select u.limit_data from auth.sessions s join auth.users u on u.id = s.user_id where s.id = new.session_id) then
    new.created_at := null;
    -- That it was used is how a thief is known; when, counts for seconds.
    if new.used_at < now() - interval '1 hour' then
      new.used_at := date_bin(interval '7 days', new.used_at, timestamptz '1970-01-01 00:00:00+00');
    end if;
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on auth.refresh_tokens
  for each row execute function auth.limit_refresh_token();

create function auth.limit_factor() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select u.limit_data from auth.users u where u.id = new.user_id) then
    new.last_challenged_at := null;
    new.updated_at := new.created_at;
    -- The half minute of the code that was taken last; an older one is refused for its age.
    if to_timestamp(new.last_step * 30) < now() - interval '1 hour' then
      new.last_step := null;
    end if;
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on auth.factors
  for each row execute function auth.limit_factor();

create function auth.limit_recovery_code() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.used_at is not null and (select u.limit_data from auth.users u where u.id = new.user_id) then
    -- Used, at no time.
    new.used_at := timestamptz '1970-01-01 00:00:00+00';
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on auth.recovery_codes
  for each row execute function auth.limit_recovery_code();

create function auth.limit_identity() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select u.limit_data from auth.users u where u.id = new.user_id) then
    new.last_sign_in_at := null;
    new.updated_at := new.created_at;
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on auth.identities
  for each row execute function auth.limit_identity();

-- As its owner: who writes a profile may not look into the schema auth.
create function auth.limit_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select u.limit_data from auth.users u where u.id = new.id) then
    new.updated_at := new.created_at;
  end if;
  return new;
end $$;
create trigger limit_data before insert or update on profiles
  for each row execute function auth.limit_profile();

-- What is kept already goes at the moment when somebody turns it on: each row meets its trigger again. As the owner, because of
-- the profile, whose row level security asks whose rows these are.
create function auth.wipe_limited() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  asking text := current_setting('app.user_id', true);
begin
  -- Tokens before sessions, as who exchanges one takes them.
  update auth.refresh_tokens set created_at = null
   where session_id in (select s.id from auth.sessions s where s.user_id = new.id);
  update auth.sessions set device = '' where user_id = new.id;
  update auth.factors set last_challenged_at = null where user_id = new.id;
  update auth.recovery_codes set used_at = used_at where user_id = new.id;
  update auth.identities set last_sign_in_at = null where user_id = new.id;
  perform set_config('app.user_id', new.id::text, true);
  update public.profiles set updated_at = created_at where id = new.id;
  perform set_config('app.user_id', coalesce(asking, ''), true);
  return null;
end $$;
create trigger wipe_limited after update of limit_data on auth.users
  for each row when (new.limit_data and not old.limit_data) execute function auth.wipe_limited();
