-- For how long files are kept, counted from the day on which they were attached to a claim of the requirement.
alter table evidence_requirement
  add column retention_years integer check (retention_years between 1 and 100),
  -- While a longer time is being given to the files that are there: the last claim that has it, empty at the start.
  add column retention_position text collate "C";
create index evidence_requirement_to_extend on evidence_requirement (organization_id, id) where retention_position is not null;

alter table artifact add column retain_until timestamptz;
create index artifact_by_retention on artifact (organization_id, retain_until) where retain_until is not null;

-- The end of the day, UTC, that many years later.
create function retained_until(years integer, attached_at timestamptz) returns timestamptz language sql immutable as $$
  select (date_trunc('day', (attached_at at time zone 'UTC') + make_interval(years => years)) + interval '1 day')
         at time zone 'UTC'
$$;

create function extend_retention() returns trigger language plpgsql as $$
begin
  if new.retention_years > coalesce(old.retention_years, 0) then new.retention_position := ''; end if;
  return new;
end $$;
create trigger requirement_with_longer_retention before update of retention_years on evidence_requirement
  for each row execute function extend_retention();

-- Whoever changes the requirement waits for uploads that read it before, so that the extension finds their files. Here
-- and not where files are attached, for nodes of the release before.
create function retain_attached() returns trigger language plpgsql as $$
declare years integer;
begin
  select r.retention_years into years
    from evidence_claim c
    join evidence_requirement r on r.organization_id = c.organization_id and r.id = c.evidence_requirement_id
   where c.organization_id = new.organization_id and c.id = new.claim_id
     for key share of r;
  if years is null then return null; end if;
  update artifact a set retain_until = retained_until(years, (new.record::json ->> 'createdAt')::timestamptz)
   where a.organization_id = new.organization_id and a.id = new.artifact_id
     and (a.retain_until is null or a.retain_until < retained_until(years, (new.record::json ->> 'createdAt')::timestamptz));
  return null;
end $$;
create trigger attached_file_is_retained after insert on attachment_link
  for each row execute function retain_attached();

create function organizations_with_retention_to_extend() returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o where (
    select true from evidence_requirement r
     where r.organization_id = o.id and r.retention_position is not null limit 1)
$$;
select serve_program('organizations_with_retention_to_extend()');

-- Files that nobody may remove, for a reason such as a dispute: those of a claim, or all of the organization.
create table retention_hold (
  organization_id identifier not null references organization (id),
  id identifier not null,
  claim_id identifier,
  status text not null check (status in ('active', 'releasing', 'released')),
  placed_by identifier not null,
  release_asked_by identifier,
  released_by identifier,
  record text not null,
  primary key (organization_id, id),
  foreign key (organization_id, claim_id) references evidence_claim (organization_id, id),
  foreign key (organization_id, placed_by) references person (organization_id, id),
  foreign key (organization_id, release_asked_by) references person (organization_id, id),
  foreign key (organization_id, released_by) references person (organization_id, id),
  check ((status = 'active') = (release_asked_by is null)),
  check ((status = 'released') = (released_by is not null)),
  constraint retention_hold_released_by_two check (released_by <> release_asked_by)
);
create index retention_hold_by_claim on retention_hold (organization_id, claim_id, id);
create index retention_hold_by_status on retention_hold (organization_id, status, id);
create index retention_hold_in_force on retention_hold (organization_id, claim_id) where status <> 'released';
select protect_tenant_table('retention_hold', 'select, insert, update');

create function keep_hold() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.status <> 'released' and (old.organization_id, old.id, old.placed_by) = (new.organization_id, new.id, new.placed_by)
       and old.claim_id is not distinct from new.claim_id then return new; end if;
  end if;
  raise exception 'a hold is not moved, and its release is final' using errcode = 'insufficient_privilege';
end $$;
create trigger retention_hold_stays before update or delete on retention_hold
  for each row execute function keep_hold();
create trigger retention_hold_is_not_emptied before truncate on retention_hold
  for each statement execute function refuse_change();

-- Whoever places a hold has this lock alone, whoever removes something shares it, until the ends of their transactions:
-- once a hold is placed, nothing is under way that has not seen it.
create function lock_holds(organization text, alone boolean) returns void language plpgsql as $$
declare gate bigint := hashtextextended('retention holds ' || organization, 0);
begin
  if alone then perform pg_advisory_xact_lock(gate);
  else perform pg_advisory_xact_lock_shared(gate);
  end if;
end $$;

create function is_held(organization text, artifact text) returns boolean language sql stable as $$
  select exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null)
      or exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                  where h.organization_id = organization and h.status <> 'released' and l.artifact_id = artifact)
$$;

create function refuse_removal(what text) returns void language plpgsql as $$
begin
  raise exception '% is kept by a hold or by its retention', what
    using errcode = 'restrict_violation', constraint = 'retention_hold';
end $$;

-- The record of a file, and that it belongs to its claim.
create function keep_file() returns trigger language plpgsql as $$
declare kept boolean; file text;
begin
  if tg_op = 'UPDATE' and tg_table_name = 'artifact' then
    if old.retain_until is null or new.retain_until >= old.retain_until then return new; end if;
    raise exception 'a retention is never shortened' using errcode = 'restrict_violation', constraint = 'retention_hold';
  end if;
  file := to_jsonb(old) ->> case tg_table_name when 'artifact' then 'id' else 'artifact_id' end;
  perform lock_holds(old.organization_id, false);
  select a.retain_until > now() or is_held(a.organization_id, a.id) into kept
    from artifact a where a.organization_id = old.organization_id and a.id = file;
  if kept then perform refuse_removal('the file'); end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger kept_artifact before update of retain_until or delete on artifact
  for each row execute function keep_file();
create trigger kept_attachment before update of claim_id, artifact_id or delete on attachment_link
  for each row execute function keep_file();

-- Of a kept file another copy that opens has to stay; of a held one nothing damaged goes either, since it may be proof.
create function keep_copy() returns trigger language plpgsql as $$
declare held boolean; kept boolean;
begin
  if tg_op = 'UPDATE' then
    if old.state <> 'verified' or new.state in ('verified', 'damaged') then return new; end if;
  elsif old.state = 'writing' then return old;
  end if;
  perform lock_holds(old.organization_id, false);
  select is_held(a.organization_id, a.id), a.retain_until > now() into held, kept
    from artifact a where a.organization_id = old.organization_id and a.blob_key = old.blob_key;
  if held or kept then
    if held and old.state = 'damaged' then perform refuse_removal('the damaged copy'); end if;
    perform from blob_copy c
      where c.organization_id = old.organization_id and c.blob_key = old.blob_key and c.object_key <> old.object_key
        and c.state = 'verified'
        and not exists (select from storage_data_key k
                         where k.organization_id = c.organization_id and k.id = c.data_key_id and k.status = 'destroyed')
      limit 1 for share of c;
    if not found then perform refuse_removal('the last copy'); end if;
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger kept_copy before update of state or delete on blob_copy
  for each row execute function keep_copy();

-- Why a key must not be destroyed: files that it opens are held, or retained at that moment; null where nothing speaks
-- against it.
create function what_keeps_key(organization text, key text, at timestamptz) returns text language sql stable as $$
  select case
    when exists (select from retention_hold h
                  where h.organization_id = organization and h.status <> 'released' and h.claim_id is null) then 'hold'
    when exists (select from retention_hold h
                   join attachment_link l on l.organization_id = h.organization_id and l.claim_id = h.claim_id
                   join artifact a on a.organization_id = l.organization_id and a.id = l.artifact_id
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where h.organization_id = organization and h.status <> 'released' and c.data_key_id = key) then 'hold'
    when exists (select from artifact a
                   join blob_copy c on c.organization_id = a.organization_id and c.blob_key = a.blob_key
                  where a.organization_id = organization and a.retain_until > at and c.data_key_id = key) then 'retention'
  end
$$;

create function keep_key() returns trigger language plpgsql as $$
begin
  perform lock_holds(new.organization_id, false);
  if what_keeps_key(new.organization_id, new.id, new.destroyed_at) is not null then
    perform refuse_removal('a key of the file');
  end if;
  return new;
end $$;
create trigger kept_key before update of status on storage_data_key
  for each row when (new.status = 'destroyed' and old.status <> 'destroyed') execute function keep_key();

-- Whoever holds the keys can take them away: while files are held, they go to nobody new but the install itself.
create function keep_key_holder() returns trigger language plpgsql as $$
begin
  if new.kind = 'local' then return new; end if;
  perform from storage_key_provider p
    where p.organization_id = new.organization_id and (p.kind, p.settings) = (new.kind, new.settings);
  if found then return new; end if;
  perform lock_holds(new.organization_id, false);
  perform from retention_hold h where h.organization_id = new.organization_id and h.status <> 'released' limit 1;
  if found then perform refuse_removal('who holds the keys'); end if;
  return new;
end $$;
create trigger kept_key_holder before insert or update on storage_key_provider
  for each row execute function keep_key_holder();
