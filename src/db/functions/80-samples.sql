-- Sample workspaces: what their mark means, and the only way to delete an organization.

-- Whether a workspace contains sample data. Never changes.
create or replace function is_sample(asked text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from organization o where o.id = asked and o.sample)
$$;
select serve_program('is_sample(text)');

create or replace function sample_workspace() returns table (id text, slug text, name text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, slug, name from organization where sample
$$;
select serve_program('sample_workspace()');

create or replace function operating_organization() returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where operates_install(o.id) limit 1
$$;
select serve_program('operating_organization()');

-- The mark is set when the organization is created, or never.
create or replace function keep_sample_mark() returns trigger
  language plpgsql as $$
begin
  raise exception 'a workspace never becomes or stops being a sample' using errcode = 'insufficient_privilege';
end $$;

-- Only the organization of a closed sample is deleted.
create or replace function keep_organization() returns trigger
  language plpgsql as $$
begin
  if was_closed(old.id) then return old; end if;
  raise exception 'a workspace is not deleted' using errcode = 'insufficient_privilege';
end $$;

-- close_sample() is the only function that adds rows, and only of a sample.
create or replace function only_samples_close() returns trigger
  language plpgsql as $$
begin
  if exists (select from organization o where o.id = new.id and o.sample) then return new; end if;
  raise exception '% is not a sample workspace', new.id using errcode = 'insufficient_privilege';
end $$;

-- No organization takes the id of a closed sample, whose rows may be deleted.
create or replace function refuse_closed_id() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from closed_sample c where c.id = new.id) then return new; end if;
  raise exception '% was a sample workspace', new.id using errcode = 'insufficient_privilege';
end $$;
select serve_program('refuse_closed_id()');

-- Nothing in a sample workspace reaches another system. Kinds that stay on the install are arguments of the trigger.
create or replace function refuse_sending_of_sample() returns trigger
  language plpgsql as $$
begin
  if tg_nargs > 0 and to_jsonb(new) ->> 'kind' = tg_argv[0] then return new; end if;
  if not is_sample(new.organization_id) then return new; end if;
  raise exception 'a sample workspace sends nothing to other systems'
    using errcode = 'restrict_violation', constraint = 'sample_sends_nothing';
end $$;

-- Deletes the rows of a closed sample. In one statement the order of the tables does not matter, since foreign keys are
-- checked at its end. The second run removes the counters that triggers of the first one wrote.
create or replace function delete_rows_of_closed_sample(asked text) returns void
  language plpgsql as $$
declare deletions text; logins text[];
begin
  if not was_closed(asked) then
    raise exception '% is not a closed sample', asked using errcode = 'insufficient_privilege';
  end if;
  select array_agg(distinct n.login_id) into logins from login_name n
   where n.organization_id = asked and n.login_id is not null
     and not exists (select from login_name o where o.login_id = n.login_id and o.organization_id <> asked);
  select string_agg(format('%I as (delete from %s where organization_id = $1)', 't' || c.oid, c.oid::regclass), ', ')
    into deletions
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition;
  for i in 1..2 loop
    execute 'with ' || deletions || ' select' using asked;
  end loop;
  delete from organization where id = asked;
  delete from passkey where login_id = any (logins);
  delete from login where id = any (logins);
end $$;

-- Closes a sample workspace: deletes every row of it. Returns false if there is no such organization, also to the later
-- one of two callers. Waits for changes under way, whose foreign keys lock the organization.
create or replace function close_sample(asked text, at timestamptz) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from organization where id = asked for update;
  if not found then return false; end if;
  insert into closed_sample (id, name, closed_at) select id, name, at from organization where id = asked;
  perform delete_rows_of_closed_sample(asked);
  return true;
end $$;
select serve_program('close_sample(text,timestamp with time zone)');

create or replace function closed_samples(since timestamptz) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from closed_sample where closed_at >= since order by id
$$;
select serve_program('closed_samples(timestamp with time zone)');

-- Deletes rows that a request wrote while its workspace was closed, in tables without a foreign key to it.
create or replace function sweep_closed_sample(asked text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select delete_rows_of_closed_sample(asked)
$$;
select serve_program('sweep_closed_sample(text)');

create or replace trigger sample_mark_stays before update of sample on organization
  for each row when (new.sample is distinct from old.sample) execute function keep_sample_mark();

create or replace trigger closed_id_stays_closed before insert or update of id on organization
  for each row execute function refuse_closed_id();

create or replace trigger organization_stays before delete on organization
  for each row execute function keep_organization();

create or replace trigger only_samples_close before insert or update on closed_sample
  for each row execute function only_samples_close();

create or replace trigger sample_sends_nothing before insert on webhook_endpoint
  for each row execute function refuse_sending_of_sample();
create or replace trigger sample_sends_nothing before insert on identity_provider
  for each row execute function refuse_sending_of_sample();
create or replace trigger sample_sends_nothing before insert on sign_on_domain
  for each row execute function refuse_sending_of_sample();
create or replace trigger sample_sends_nothing before insert on storage_binding
  for each row execute function refuse_sending_of_sample('folder');
create or replace trigger sample_sends_nothing before insert or update of kind on storage_key_provider
  for each row execute function refuse_sending_of_sample('local');

-- Beside each append-only trigger, a check of the rows that close_sample() removes.
create or replace trigger only_closed_samples_go after delete on audit_event referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on security_event referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on ledger_leaf referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on ledger_subtree referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on ledger_checkpoint referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on ledger_publication referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on ledger_erasure referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on review_decision referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on submission_package_past referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on submission_decision referencing old table as removed
  for each statement execute function keep_real_rows();
create or replace trigger only_closed_samples_go after delete on submission_event referencing old table as removed
  for each statement execute function keep_real_rows();
