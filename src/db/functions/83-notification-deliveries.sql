-- Notifications on their way out of the install: mail and chat.

-- Each function reads partial indexes that have only the waiting rows of all workspaces. A recursive query steps from
-- one workspace with such rows to the next, so neither idle workspaces nor long queues cost anything.

-- One row if any workspace has notifications that no delivery was considered for, or deliveries that are due. A lease
-- that ends after `latest` is from before a clock was set back.
create or replace function messages_to_send(at timestamptz, latest timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  (select n.organization_id from notification n where n.sending = 'new' and n.ended_at is null
    order by n.organization_id limit 1)
  union all
  (select d.organization_id from notification_delivery d where d.state = 'pending' and d.due_at <= at
      and (d.lease_until is null or d.lease_until <= at or d.lease_until > latest)
    order by d.due_at, d.organization_id limit 1)
$$;
select serve_program('messages_to_send(timestamp with time zone,timestamp with time zone)');

-- The workspaces with notifications that no delivery was considered for.
create or replace function organizations_to_sort(most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive waiting (id) as (
    (select organization_id from notification where sending = 'new' and ended_at is null
      order by organization_id limit 1)
    union all
    select (select n.organization_id from notification n
             where n.sending = 'new' and n.ended_at is null and n.organization_id > w.id
             order by n.organization_id limit 1)
      from waiting w where w.id is not null)
  select id from waiting where id is not null limit most
$$;
select serve_program('organizations_to_sort(integer)');

-- The workspaces with deliveries that are due, the one that waits longest first.
create or replace function organizations_to_send(at timestamptz, latest timestamptz, most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive waiting (id) as (
    (select organization_id from notification_delivery where state = 'pending' order by organization_id limit 1)
    union all
    select (select d.organization_id from notification_delivery d
             where d.state = 'pending' and d.organization_id > w.id order by d.organization_id limit 1)
      from waiting w where w.id is not null)
  select w.id from waiting w cross join lateral (
    select d.due_at from notification_delivery d
     where d.organization_id = w.id and d.state = 'pending' and d.due_at <= at
       and (d.lease_until is null or d.lease_until <= at or d.lease_until > latest)
     order by d.due_at, d.id limit 1) oldest
   where w.id is not null order by oldest.due_at, w.id limit most
$$;
select serve_program('organizations_to_send(timestamp with time zone,timestamp with time zone,integer)');

-- The workspaces with notifications that wait for a digest.
create or replace function organizations_with_digests() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive waiting (id) as (
    (select organization_id from notification where sending = 'digest' and ended_at is null
      order by organization_id limit 1)
    union all
    select (select n.organization_id from notification n
             where n.sending = 'digest' and n.ended_at is null and n.organization_id > w.id
             order by n.organization_id limit 1)
      from waiting w where w.id is not null)
  select id from waiting where id is not null
$$;
select serve_program('organizations_with_digests()');

-- The workspaces among the oldest deliveries that ended before a time, up to a number of these.
create or replace function organizations_with_old_deliveries(before timestamptz, most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct old.organization_id from (
    select d.organization_id from notification_delivery d where d.ended_at < before order by d.ended_at limit most) old
$$;
select serve_program('organizations_with_old_deliveries(timestamp with time zone,integer)');

select protect_tenant_table('notification_delivery', 'select, insert, update, delete');
select protect_tenant_table('mail_bounce', 'select, insert, update, delete');
select protect_tenant_table('chat_channel', 'select, insert, update, delete');

create or replace trigger sample_sends_nothing before insert on chat_channel
  for each row execute function refuse_sending_of_sample();
