-- What a person switched on for the journal. On the profile, which everyone has from the first sign-in on.
alter table profiles
  add column journal_tagging boolean not null default false,
  add column on_this_day boolean not null default false;
