-- Whether a person's session, and the account that it opens, stand as somebody read them a moment ago (docs/decisions/027): their rows in
-- the same versions, with a second factor or without. Asked by who serves people and reads no session: they learn that, and nothing else.
create function session_unchanged(
  whose uuid, session_id uuid, session_version xid, account_version xid, had_factor boolean
) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
     where s.id = session_id and s.user_id = whose and s.xmin = session_version and u.xmin = account_version
       and had_factor = exists (select from auth.factors f where f.user_id = whose and f.status = 'verified'));
end $$;

revoke execute on function session_unchanged(uuid, uuid, xid, xid, boolean) from public;
grant execute on function session_unchanged(uuid, uuid, xid, xid, boolean) to unfog_app;
