-- A telephone number to sign in by, in apps of their own: digits alone, as the country's code begins them (E.164 without its plus).
alter table auth.users add column phone text unique;
alter table auth.users add column phone_confirmed_at timestamptz;
-- A number that waits for its owner's yes.
alter table auth.users add column new_phone text;
-- Null: by mail. Else `sent_to` is a number, and a text brings the code.
alter table auth.mail_tokens add column channel text check (channel in ('sms', 'whatsapp'));
alter table auth.mail_tokens drop constraint mail_tokens_purpose_check;
alter table auth.mail_tokens add constraint mail_tokens_purpose_check check (purpose in
  ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
   'taken', 'email_changed', 'access_changed', 'sms_signup', 'sms', 'phone_change'));

-- As before (20261122020000_add_limit_data.sql), and the number's confirmation like that of the address.
create or replace function auth.limit_user() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.limit_data then
    new.last_sign_in_at := null;
    new.updated_at := new.created_at;
    -- That the address is confirmed counts, not when: with another address it would tell when that was changed.
    if new.email_confirmed_at is not null then
      new.email_confirmed_at := new.created_at;
    end if;
    if new.phone_confirmed_at is not null then
      new.phone_confirmed_at := new.created_at;
    end if;
  end if;
  return new;
end $$;
