-- Row-level security by organization, unit and room, the program's privileges, and functions that other files use.

-- The organization that the current transaction is bound to. Without the setting, no rows are visible.
create or replace function bound_organization() returns text
  language sql stable parallel safe
  RETURN current_setting('probata.organization'::text, true);

-- One part of the setting of a guest's transaction: the organization (1), the room (2) or the session (3). Null for a
-- caller who is not a guest. A guest's transaction is bound to no organization, so a table shows and accepts nothing
-- unless a policy allows its room.
create or replace function room_setting(part int) returns text
  language sql stable parallel safe
  return nullif(split_part(current_setting('probata.room', true), '/', part), '');

-- The organization that the caller is bound to, or whose guest they are.
create or replace function host_organization() returns text
  language sql stable parallel safe
  RETURN COALESCE(NULLIF(bound_organization(), ''::text), room_setting(1));

-- A transaction also sets the units that it may see: their ids, or `*` for all. Without the setting, it sees only rows
-- without a unit.
create or replace function sees_every_unit() returns boolean
  language sql stable parallel safe
  RETURN COALESCE((current_setting('probata.units'::text, true) = '*'::text), false);

create or replace function sees_unit(unit text) returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('probata.units', true) = '*'
               or unit = any (string_to_array(current_setting('probata.units', true), ',')), false);

-- Tables that belong to no organization have no row-level security, so the program reaches them through functions only.
-- Each returns or changes the one row that the caller identifies by its secret, name or id. Functions that return the
-- organizations with work for a job need the same form, since row-level security shows the program one organization at
-- a time. Such a function looks like this:
--
--   create function login_name_of(asked text) returns table (organization_id text, subject_id text)
--     language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ … $$;
--   select serve_program('login_name_of(text)');
--   revoke all on login_name from probata_app;
--
-- pg_temp comes last: otherwise temporary tables of a session would take precedence over those of the schema.
-- serve_program() allows the program, and no one else, to call the function.
create or replace function serve_program(definer regprocedure) returns void
  language plpgsql as $$
begin
  execute format('revoke all on function %s from public', definer);
  execute format('grant execute on function %s to probata_app', definer);
end $$;

-- Grants the program exactly these privileges on a table.
create or replace function grant_program(privileges text, given regclass) returns void
  language plpgsql as $$
begin
  execute format('revoke all on %s from probata_app', given);
  execute format('grant %s on %s to probata_app', privileges, given);
end $$;

-- Forces row-level security on the owner of a table too. An owner that is not a superuser sees rows only within its
-- security definer functions, where the session belongs to another user, and during migrations.
create or replace function hold_owner(tenant_table regclass) returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant_table);
  execute format('alter table %s force row level security', tenant_table);
  execute format('drop policy if exists functions_of_owner on %s', tenant_table);
  execute format($policy$create policy functions_of_owner on %s to %s
    using (current_user <> session_user or current_setting('probata.migrating', true) = 'on')$policy$,
    tenant_table, (select relowner::regrole from pg_class where oid = tenant_table));
end $$;

-- The program sees the rows of the bound organization.
create or replace function protect_tenant_table(tenant_table regclass, privileges text) returns void
  language plpgsql as $$
begin
  perform hold_owner(tenant_table);
  execute format('drop policy if exists bound_organization on %s', tenant_table);
  execute format('create policy bound_organization on %s to probata_app using (organization_id = bound_organization())', tenant_table);
  perform grant_program(privileges, tenant_table);
end $$;

-- Rows of a unit are visible only to people who may see that unit. Rows without a unit are visible to everyone.
create or replace function protect_by_unit(tenant_table regclass) returns void
  language plpgsql as $$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format('create policy bound_unit on %s as restrictive to probata_app using (unit_id is null or sees_unit(unit_id))', tenant_table);
end $$;

-- Rows are visible if the record that they belong to is. The function `sees_PARENT` reads the parent under the caller's
-- own row-level security. It is a function and not a join, so that a session that sees every unit pays for one
-- comparison.
create or replace function protect_by_parent(tenant_table regclass, parent regclass, reference name) returns void
  language plpgsql as $$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format($policy$create policy bound_unit on %s as restrictive to probata_app
    using (sees_every_unit() or %I is null or sees_%s(organization_id, %I))$policy$,
    tenant_table, reference, parent, reference);
end $$;

-- Guests of a room see only the rows of that room.
create or replace function protect_by_room(tenant_table regclass, privileges text, reference name) returns void
  language plpgsql as $$
begin
  perform protect_tenant_table(tenant_table, privileges);
  execute format('alter policy bound_organization on %s using (organization_id = host_organization())', tenant_table);
  execute format('drop policy if exists bound_room on %s', tenant_table);
  execute format('create policy bound_room on %s as restrictive to probata_app
    using (room_setting(2) is null or %I = room_setting(2))', tenant_table, reference);
end $$;

-- An identifier for a row that the database creates itself.
create or replace function new_identifier(prefix text, at timestamptz) returns text
  language sql as $$
  select identifier_floor(prefix, at) || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, i) & 31), 1), '' order by i)
    from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(0, 15) i
$$;

-- The lowest identifier of a prefix at this time. Partitions by time are bounded by it.
create or replace function identifier_floor(prefix text, at timestamptz) returns text
  language sql immutable parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch from at) * 1000)::bigint >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
    from generate_series(0, 9) i
$$;

-- Whether this is a sample workspace that close_sample() has closed, so that a function of the owner may delete its
-- rows.
create or replace function was_closed(asked text) returns boolean
  language plpgsql stable as $$
begin
  if current_user = session_user then return false; end if;
  return exists (select from closed_sample c where c.id = asked);
end $$;

-- The trigger of append-only tables. A function of the owner may delete rows; keep_real_rows() checks which.
create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_user <> session_user then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The second trigger of append-only tables: rejects the deletion of rows outside closed sample workspaces.
create or replace function keep_real_rows() returns trigger
  language plpgsql as $$
begin
  if exists (select from removed r where not was_closed(r.organization_id)) then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

-- The end of the UTC day that is this number of years after `attached_at`.
create or replace function retained_until(years int, attached_at timestamptz) returns timestamptz
  language sql immutable as $$
  select (date_trunc('day', (attached_at at time zone 'UTC') + make_interval(years => years)) + interval '1 day')
         at time zone 'UTC'
$$;

grant usage on schema public to probata_app;
