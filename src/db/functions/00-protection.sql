-- The organization that the current transaction is bound to; no setting, no rows.
create or replace function bound_organization() returns text
  language sql stable parallel safe
  RETURN current_setting('probata.organization'::text, true);

-- A transaction of a guest says which room of which organization it is in, and by which session. It is bound to no
-- organization, so that a table shows and takes nothing in a room unless a policy below says so.
create or replace function room_setting(part int) returns text
  language sql stable parallel safe
  return nullif(split_part(current_setting('probata.room', true), '/', part), '');

-- The organization that somebody is bound to, or whose guest they are.
create or replace function host_organization() returns text
  language sql stable parallel safe
  RETURN COALESCE(NULLIF(bound_organization(), ''::text), room_setting(1));

-- A transaction says beside its organization which units it sees: their ids, or * for all. One that says nothing sees
-- what is of no unit.
create or replace function sees_every_unit() returns boolean
  language sql stable parallel safe
  RETURN COALESCE((current_setting('probata.units'::text, true) = '*'::text), false);

create or replace function sees_unit(unit text) returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('probata.units', true) = '*'
               or unit = any (string_to_array(current_setting('probata.units', true), ',')), false);

-- Tables that belong to no organization have no row-level security, so the program reaches them through functions only,
-- each of which answers or changes the one row that is asked for by its secret, name or id. How such a function looks:
--
--   create function login_name_of(asked text) returns table (organization_id text, subject_id text)
--     language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$ … $$;
--   select serve_program('login_name_of(text)');
--   revoke all on login_name from probata_app;
--
-- pg_temp stands last, since a session's temporary tables would otherwise go before those of the schema.
create or replace function serve_program(definer regprocedure) returns void
  language plpgsql as $$
begin
  execute format('revoke all on function %s from public', definer);
  execute format('grant execute on function %s to probata_app', definer);
end $$;

-- The program has these privileges on a table, and no others.
create or replace function grant_program(privileges text, given regclass) returns void
  language plpgsql as $$
begin
  execute format('revoke all on %s from probata_app', given);
  execute format('grant %s on %s to probata_app', privileges, given);
end $$;

-- Row-level security holds the owner of the tables, too. Its functions serve the program across organizations, in
-- sessions of another user; an owner that is not a superuser sees nothing otherwise, unless it migrates.
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

-- Rows of a unit are visible to the people of that unit.
create or replace function protect_by_unit(tenant_table regclass) returns void
  language plpgsql as $$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format('create policy bound_unit on %s as restrictive to probata_app using (unit_id is null or sees_unit(unit_id))', tenant_table);
end $$;

-- Rows are visible with the record that they belong to. This is a function instead of a join, so that a session that
-- sees every unit pays for one comparison.
create or replace function protect_by_parent(tenant_table regclass, parent regclass, reference name) returns void
  language plpgsql as $$
begin
  execute format('drop policy if exists bound_unit on %s', tenant_table);
  execute format($policy$create policy bound_unit on %s as restrictive to probata_app
    using (sees_every_unit() or %I is null or sees_%s(organization_id, %I))$policy$,
    tenant_table, reference, parent, reference);
end $$;

-- Guests of a room see its rows alone.
create or replace function protect_by_room(tenant_table regclass, privileges text, reference name) returns void
  language plpgsql as $$
begin
  perform protect_tenant_table(tenant_table, privileges);
  execute format('alter policy bound_organization on %s using (organization_id = host_organization())', tenant_table);
  execute format('drop policy if exists bound_room on %s', tenant_table);
  execute format('create policy bound_room on %s as restrictive to probata_app
    using (room_setting(2) is null or %I = room_setting(2))', tenant_table, reference);
end $$;

create or replace function new_identifier(prefix text, at timestamptz) returns text
  language sql as $$
  select identifier_floor(prefix, at) || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(random.bytes, i) & 31), 1), '' order by i)
    from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(0, 15) i
$$;

-- The first text of an identifier made at this moment: what partitions by time are bounded with.
create or replace function identifier_floor(prefix text, at timestamptz) returns text
  language sql immutable parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
      ((floor(extract(epoch from at) * 1000)::bigint >> (45 - 5 * i)) & 31)::int + 1, 1), '' order by i)
    from generate_series(0, 9) i
$$;

create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- The end of the day, UTC, that many years later.
create or replace function retained_until(years int, attached_at timestamptz) returns timestamptz
  language sql immutable as $$
  select (date_trunc('day', (attached_at at time zone 'UTC') + make_interval(years => years)) + interval '1 day')
         at time zone 'UTC'
$$;

grant usage on schema public to probata_app;
