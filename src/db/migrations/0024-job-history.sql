-- The run under way, or one that never ended: whoever takes its job over records it as failed. Nodes of the version
-- before leave these columns alone.
alter table job
  add column run_id identifier,
  add column node_id identifier,
  add column started_at timestamptz,
  -- Failed runs since the last one that succeeded.
  add column failures integer not null default 0;

-- Null on runs of before, and of nodes of the version before.
alter table job_run
  add column node_id identifier,
  add column missed integer not null default 0,
  add column error_code text check (error_code ~ '^\w{1,200}$');
