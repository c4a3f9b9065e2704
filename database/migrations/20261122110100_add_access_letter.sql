-- The letter that tells somebody that how they sign in has changed: it carries nothing that opens anything.
alter table auth.mail_tokens drop constraint mail_tokens_purpose_check;
alter table auth.mail_tokens add constraint mail_tokens_purpose_check check (purpose in
  ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
   'taken', 'email_changed', 'access_changed'));
