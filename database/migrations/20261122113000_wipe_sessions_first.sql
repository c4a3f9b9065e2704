-- Sessions before their tokens, as whoever signs out takes them: the other way round the two could meet half way, PostgreSQL would end
-- one of them, and a session that was signed out would stand. Else as before (20261122020000_add_limit_data.sql).
create or replace function auth.wipe_limited() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  asking text := current_setting('app.user_id', true);
begin
  update auth.sessions set device = '' where user_id = new.id;
  update auth.refresh_tokens set created_at = null
   where session_id in (select s.id from auth.sessions s where s.user_id = new.id);
  update auth.factors set last_challenged_at = null where user_id = new.id;
  update auth.recovery_codes set used_at = used_at where user_id = new.id;
  update auth.identities set last_sign_in_at = null where user_id = new.id;
  perform set_config('app.user_id', new.id::text, true);
  update public.profiles set updated_at = created_at where id = new.id;
  perform set_config('app.user_id', coalesce(asking, ''), true);
  return null;
end $$;
