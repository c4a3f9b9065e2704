-- The letter to an address that an account has left: it carries nothing, and says that messages no longer come there.
alter table auth.mail_tokens drop constraint mail_tokens_purpose_check;
alter table auth.mail_tokens add constraint mail_tokens_purpose_check check (purpose in
  ('signup', 'recovery', 'magiclink', 'invite', 'email_change_current', 'email_change_new', 'reauthentication',
   'taken', 'email_changed'));
