-- Notifications: who sees their rows, and which workspaces have new ones.

-- Whether the caller sees the record of a notification. Records of other kinds belong to no unit.
create or replace function sees_notified_record(tenant text, one text) returns boolean
  language plpgsql stable as $$
begin
  return case split_part(one, '_', 1)
    when 'gec' then exists (select from evidence_claim where organization_id = tenant and id = one)
    when 'ger' then exists (select from evidence_requirement where organization_id = tenant and id = one)
    when 'gfd' then exists (select from finding where organization_id = tenant and id = one)
    when 'gas' then exists (select from assessment where organization_id = tenant and id = one)
    when 'gpl' then exists (select from policy where organization_id = tenant and id = one)
    when 'gpc' then exists (select from policy_campaign where organization_id = tenant and id = one)
    when 'gqn' then exists (select from questionnaire where organization_id = tenant and id = one)
    when 'gqr' then exists (select from questionnaire_round where organization_id = tenant and id = one)
    when 'subreq' then exists (select from submission_requirement where organization_id = tenant and id = one)
    when 'subpkg' then exists (select from submission_package where organization_id = tenant and id = one)
    else true end;
end $$;

-- New rows of the trail are new reasons to notify. The sealer reports them once per batch.
create or replace function mark_notifications_changed() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update notification_progress set changed = true
   where organization_id = coalesce(new.organization_id, old.organization_id) and not changed;
  return null;
end $$;
select serve_program('mark_notifications_changed()');

-- A pass that has just started may not see the problem that this transaction adds or ends. The lock makes the change
-- wait for that start, so that the mark is not lost.
create or replace function wake_notifications(tenant text) returns void
  language plpgsql as $$
begin
  perform from notification_progress where organization_id = tenant for no key update;
  update notification_progress set changed = true where organization_id = tenant and not changed;
end $$;

create or replace function notify_of_problem() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform wake_notifications(coalesce(new.organization_id, old.organization_id));
  return null;
end $$;
select serve_program('notify_of_problem()');

-- The jobs are those of the install, whose problems concern its operator.
create or replace function notify_of_job() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform wake_notifications(operating_organization());
  return null;
end $$;
select serve_program('notify_of_job()');

create or replace function start_notifications() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into notification_progress (organization_id) values (new.id);
  return null;
end $$;
select serve_program('start_notifications()');

create or replace trigger notifications_follow_the_trail after insert or update of size on ledger_tree
  for each row execute function mark_notifications_changed();

create or replace trigger notifications_of_a_workspace after insert on organization
  for each row execute function start_notifications();
create or replace trigger notifications_follow_receivers after update of failing_since on webhook_lane
  for each row when ((old.failing_since is null) <> (new.failing_since is null))
  execute function notify_of_problem();
create or replace trigger notifications_follow_storage after insert or update of closed_at on storage_deviation
  for each row execute function notify_of_problem();
create or replace trigger notifications_follow_places after insert or delete on ledger_place_trouble
  for each row execute function notify_of_problem();
-- From three failed runs in a row on, a job is in trouble.
create or replace trigger notifications_follow_jobs after update of failures on job
  for each row when ((old.failures >= 3) <> (new.failures >= 3)) execute function notify_of_job();

-- A stuck run is reported while it lasts, and changes no row of its job.
create or replace trigger notifications_follow_stuck_jobs after insert on security_event
  for each row when (new.type = 'jobStuck') execute function notify_of_job();

-- The workspaces whose notifications are due, or all. An index on the time makes idle workspaces cost nothing.
create or replace function organizations_to_notify(at timestamptz, most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from notification_progress where wake_at <= at order by wake_at, organization_id limit most
$$;
select serve_program('organizations_to_notify(timestamp with time zone,integer)');

select protect_tenant_table('notification', 'select, insert, update, delete');
drop policy if exists bound_unit on notification;
create policy bound_unit on notification as restrictive to probata_app
  using (sees_every_unit() or sees_notified_record(organization_id, record_id)) with check (true);
select protect_tenant_table('notification_choice', 'select, insert, update, delete');
select protect_tenant_table('notification_default', 'select, insert, update, delete');
select protect_tenant_table('notification_progress', 'select, insert, update');
