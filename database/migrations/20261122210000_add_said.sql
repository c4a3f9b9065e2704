-- What people say who do not know a term's name (docs/decisions/006): found by the server's own search, shown nowhere.
alter table terms add column said text not null default '';
