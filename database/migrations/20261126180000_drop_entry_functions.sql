-- Saving and listing go through the same transactions as everything else (docs/decisions/027 and 028, withdrawn).
drop function own_page(uuid, timestamptz, integer, integer);
drop function save_entry(uuid, uuid, text, bytea, text, bytea, timestamptz, boolean, integer, integer);
drop function session_unchanged(uuid, uuid, xid, xid, boolean);
