-- Notifications on their way out of the install: mail and chat.

-- The workspaces with notifications that no delivery was considered for, or with deliveries that are due. A lease that
-- ends after `latest` is from before a clock was set back.
create or replace function organizations_to_send(at timestamptz, latest timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where not o.sample and (
     exists (select from notification n where n.organization_id = o.id and n.sending = 'new'
              and n.ended_at is null)
     or exists (select from notification_delivery d where d.organization_id = o.id and d.state = 'pending'
                  and d.due_at <= at and (d.lease_until is null or d.lease_until <= at or d.lease_until > latest)))
$$;
select serve_program('organizations_to_send(timestamp with time zone,timestamp with time zone)');

-- The workspaces with notifications that wait for a digest.
create or replace function organizations_with_digests() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where not o.sample
     and exists (select from notification n where n.organization_id = o.id and n.sending = 'digest'
                   and n.ended_at is null)
$$;
select serve_program('organizations_with_digests()');

select protect_tenant_table('notification_delivery', 'select, insert, update, delete');
select protect_tenant_table('mail_bounce', 'select, insert, update, delete');
select protect_tenant_table('chat_channel', 'select, insert, update, delete');

create or replace trigger sample_sends_nothing before insert on chat_channel
  for each row execute function refuse_sending_of_sample();
