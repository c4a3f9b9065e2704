-- What somebody wrote to the operator by the contact form. It belongs to no account: whoever writes need not have one, and nobody
-- has shown that the address in it is theirs. Sealed with the master key, name and address too: nobody reads here who wrote what.
create table contact_messages (
  id uuid primary key,
  sealed bytea not null,
  created_at timestamptz not null,
  -- When it left for the operator's mailbox; null where it has not, or where there is none.
  mailed_at timestamptz
);
create index contact_messages_by_age on contact_messages (created_at);

-- What serves pages puts a message in and can never take one out, with or without row level security. Jobs and the operator's
-- command read them, by the role that pages do not have.
grant insert on contact_messages to unfog_app;
grant select, delete on contact_messages to unfog_auth;
grant update (mailed_at) on contact_messages to unfog_auth;
