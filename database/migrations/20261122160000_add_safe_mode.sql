-- Safe Mode (docs/decisions/020). Null: the person has not been asked yet. Who has an account already is not asked, and finds it in
-- Settings.
alter table auth.users add column safe_mode boolean default false;
alter table auth.users alter column safe_mode drop default;
-- After how many minutes without use it locks; null: it does not. It counts with Safe Mode alone.
alter table auth.users add column lock_minutes smallint check (lock_minutes in (1, 5, 15));
-- From when on the session opens nothing until its person has shown who they are; null: nothing was asked of it since the lock was
-- chosen, or opened. Kept of those too who limit what is kept: a lock that knows no time is none.
alter table auth.sessions add column locks_at timestamptz;
