-- Exports that are due: to prepare, or to end.

-- The organizations with bundles to remove. A bundle also ends with its room.
create or replace function organizations_with_exports_to_end(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'ready' and e.expires_at <= now limit 1)
      or (select true from evidence_export e
            join room_bundle b on b.organization_id = e.organization_id and b.export_id = e.id
            join room r on r.organization_id = b.organization_id and r.id = b.room_id
           where e.organization_id = o.id and e.status = 'ready' and r.status = 'ended' limit 1)
      or (select true from evidence_export e
           where e.organization_id = o.id and e.status in ('failed', 'cancelled', 'expired') and e.stage <> 'asked' limit 1)
   order by 1
$$;
select serve_program('organizations_with_exports_to_end(timestamp with time zone)');

create or replace function organizations_with_exports_to_prepare(now timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
   where (select true from evidence_export e
           where e.organization_id = o.id and e.status = 'preparing' and (e.retry_at is null or e.retry_at <= now) limit 1)
   order by 1
$$;
select serve_program('organizations_with_exports_to_prepare(timestamp with time zone)');

select protect_tenant_table('evidence_export', 'select, insert, update');
select protect_tenant_table('evidence_export_entry', 'select, insert, update, delete');
