-- What an account may do beyond favorites (specification point 1, "Plans shown"). The operator sets it; while the beta lasts,
-- journaling is free for every plan.
alter table auth.users
  add column plan text not null default 'starter' check (plan in ('starter', 'journal', 'ai-plus'));
