-- Who calls a person by a number (OpenID Connect Core 1.0, 2: only issuer and `sub` together name somebody). The name of a
-- provider is the operator's, who may put another issuer behind it. Rows of before have none until they are used again.
alter table auth.identities add column issuer text;
alter table auth.identities drop constraint identities_provider_provider_id_key;
alter table auth.identities add constraint identities_provider_provider_id_issuer_key
  unique nulls not distinct (provider, provider_id, issuer);
