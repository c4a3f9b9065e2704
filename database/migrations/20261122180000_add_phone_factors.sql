-- A telephone as a second step, in apps of their own: its number in digits alone, as auth.users.phone.
alter table auth.factors add column phone text;
alter table auth.factors drop constraint factors_factor_type_check;
alter table auth.factors add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'phone'));
alter table auth.factors add constraint factors_phone_check check ((factor_type = 'phone') = (phone is not null));
alter table auth.mail_tokens drop constraint mail_tokens_purpose_check;
alter table auth.mail_tokens add constraint mail_tokens_purpose_check check (purpose in
  ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
   'taken', 'email_changed', 'access_changed', 'sms_signup', 'sms', 'phone_change', 'sms_factor'));
