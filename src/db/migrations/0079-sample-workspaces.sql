-- A sample workspace contains only sample data. Its name says so wherever a document names the workspace. The install
-- has one at most, and none operates the install.
alter table organization
  add column sample boolean not null default false,
  add constraint organization_sample_name check (not sample or name like 'Sample data: _%'),
  add constraint organization_sample_operator check (not (sample and operator));
create unique index organization_sample on organization (sample) where sample;

-- One row per sample workspace that was closed. Only close_sample() adds rows. The rows of such a workspace, and of no
-- other, may be deleted.
create table closed_sample (
  id identifier primary key,
  name text not null,
  closed_at timestamptz not null
);
