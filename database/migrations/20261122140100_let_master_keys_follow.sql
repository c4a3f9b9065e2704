-- One master key seals, and others still open (docs/decisions/017): each of them is sealed here by another. An old one by the one in
-- use; and for as long as processes run that were started with the old one, the one in use by it.

alter table auth.master_keys
  add column current boolean not null default true,
  add column sealed_by text,
  add column sealed bytea,
  add check ((sealed_by is null) = (sealed is null)),
  add check (sealed_by <> id);
create unique index master_keys_one_current on auth.master_keys (current) where current;

-- What the operator's command seals anew, for everybody at once.
grant insert, update on auth.master_keys to unfog_maintenance;
grant update (key_id, wrapped) on data_keys to unfog_maintenance;
grant update (secret_sealed) on auth.factors to unfog_maintenance;
grant update (private_sealed) on auth.signing_keys to unfog_maintenance;
grant update (sealed) on contact_messages to unfog_maintenance;
