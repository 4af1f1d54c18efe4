-- Runs of jobs that administrators of a workspace asked for, for their workspace alone: they neither hold the lease of the
-- job nor move its schedule, which are of the whole install. One at a time for each job.
create table workspace_job_run (
  organization_id identifier not null references organization (id),
  id identifier not null,
  job text not null check (length(job) between 1 and 100),
  started_at timestamptz not null,
  node_id identifier not null,
  finished_at timestamptz,
  outcome text check (outcome in ('succeeded', 'failed')),
  processed integer not null default 0,
  error_code text check (error_code ~ '^\w{1,200}$'),
  primary key (organization_id, id),
  check ((finished_at is null) = (outcome is null))
);
create unique index workspace_job_run_under_way on workspace_job_run (organization_id, job) where finished_at is null;
create index workspace_job_run_by_job on workspace_job_run (organization_id, job, id);
select protect_tenant_table('workspace_job_run', 'select, insert, update, delete');
