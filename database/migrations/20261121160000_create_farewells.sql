-- The last letter to somebody who erased their account: no row of theirs is left that it could refer to. It goes as soon as the
-- letter has left, and after a day in any case.
create table auth.farewells (
  id uuid primary key,
  sent_to text not null,
  created_at timestamptz not null
);
grant select, insert, delete on auth.farewells to unfog_auth;
