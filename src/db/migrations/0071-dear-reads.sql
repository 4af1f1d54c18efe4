-- Counted without reading the claims, as in 0046: whoever sees only some units must be told of each row whether it is theirs.
drop index evidence_claim_by_requirement_and_status;
create index evidence_claim_by_requirement_and_status on evidence_claim (organization_id, evidence_requirement_id, status, id)
  include (unit_id) where evidence_requirement_id is not null;

-- The first row of the bound organization's trail without a leaf. What the sealer has done is a snapshot: only rows that
-- are not visible in it can be unsealed, a few as a rule. Where that does not hold, while old rows are walked, or where
-- these are many, rows from `since` on are compared with the leaves.
create function first_unsealed_audit_event(since text) returns text
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  most constant integer := 1000;
  own constant text := bound_organization();
  c ledger_cursor;
  looked integer;
  first text;
begin
  select * into c from ledger_cursor;
  if not c.walking and (select system_identifier from pg_control_system()) = c.system_identifier then
    select count(*), min(r.id) filter (where r.organization_id = own and not exists (
        select from ledger_leaf l where l.organization_id = r.organization_id and l.event_id = r.id))
      into looked, first
      from (
        (select e.organization_id, e.id from pg_snapshot_xip(c.done) late
           join audit_event e on e.transaction = late limit most)
        union all
        (select e.organization_id, e.id from audit_event e
          where e.transaction >= pg_snapshot_xmax(c.done) order by e.transaction limit most)
        limit most) r;
    if looked < most then return first; end if;
  end if;
  return (
    select e.id from audit_event e
     where e.organization_id = own and e.id >= since and not exists (
       select from ledger_leaf l where l.organization_id = own and l.event_id = e.id and l.event_id >= since)
     order by e.id limit 1);
end $$;
select serve_program('first_unsealed_audit_event(text)');
