-- Each question of the sending jobs reads one of these for all workspaces at once, so that idle workspaces cost nothing.
create index notification_new on notification (organization_id, person_id, id) where sending = 'new' and ended_at is null;
create index notification_digest on notification (organization_id, person_id, id)
  where sending = 'digest' and ended_at is null;
drop index notification_to_send;
create index notification_delivery_due on notification_delivery (due_at, organization_id) where state = 'pending';
create index notification_delivery_old on notification_delivery (ended_at, organization_id) where ended_at is not null;

alter table notification
  -- After an error, the digest of the person of this row is prepared again at this time.
  add column retry_at timestamptz,
  add column failures integer not null default 0,
  -- For a row that stands for several records that are overdue for one owner: their number.
  add column more integer check (more > 0);

-- Who is notified when the export is ready; null if a service account or a guest requested it.
alter table evidence_export add column requested_by identifier;

-- How long the current pass has taken so far, in all runs and on all nodes.
alter table notification_progress add column elapsed_ms bigint not null default 0;
