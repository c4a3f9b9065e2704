-- unfog_maintenance makes backups, which leave out nobody: it passes row level security by and reads every table, those to come
-- too (docs/decisions/016).

grant usage on schema public, auth to unfog_maintenance;
grant select on all tables in schema public, auth to unfog_maintenance;
alter default privileges in schema public grant select on tables to unfog_maintenance;
alter default privileges in schema auth grant select on tables to unfog_maintenance;
