-- Standard names in place of our own. Renaming moves no data; older backups are restored with the older names and then migrated.

alter table terms rename column said to search_phrases;
alter function words_of(text[]) rename to immutable_array_to_string;

alter table auth.attempts rename to rate_limits;
alter table auth.rate_limits rename constraint attempts_pkey to rate_limits_pkey;

alter table auth.farewells rename to account_deleted_emails;
alter table auth.account_deleted_emails rename constraint farewells_pkey to account_deleted_emails_pkey;

alter table auth.requests rename to pending_account_requests;
alter table auth.pending_account_requests rename constraint requests_pkey to pending_account_requests_pkey;

alter table auth.flows rename to oauth_states;
alter table auth.oauth_states rename constraint flows_pkey to oauth_states_pkey;
alter table auth.oauth_states rename constraint flows_state_hash_key to oauth_states_state_hash_key;
alter table auth.oauth_states rename constraint flows_session_id_fkey to oauth_states_session_id_fkey;
alter table auth.oauth_states rename constraint flows_user_id_fkey to oauth_states_user_id_fkey;
alter index auth.flows_by_session rename to oauth_states_by_session;
alter index auth.flows_by_user rename to oauth_states_by_user;

-- Limit Data Collection: these triggers store less, they limit nothing.
alter function auth.limit_factor() rename to minimize_factor;
alter function auth.limit_identity() rename to minimize_identity;
alter function auth.limit_profile() rename to minimize_profile;
alter function auth.limit_recovery_code() rename to minimize_recovery_code;
alter function auth.limit_refresh_token() rename to minimize_refresh_token;
alter function auth.limit_session() rename to minimize_session;
alter function auth.limit_user() rename to minimize_user;
alter function auth.wipe_limited() rename to purge_activity;
alter trigger limit_data on auth.factors rename to minimize_data;
alter trigger limit_data on auth.identities rename to minimize_data;
alter trigger limit_data on auth.recovery_codes rename to minimize_data;
alter trigger limit_data on auth.refresh_tokens rename to minimize_data;
alter trigger limit_data on auth.sessions rename to minimize_data;
alter trigger limit_data on auth.users rename to minimize_data;
alter trigger limit_data on public.profiles rename to minimize_data;
alter trigger wipe_limited on auth.users rename to purge_activity;
