-- A room has claims of other units than its assessment's. What was frozen of a claim, and what guests say of it, is seen
-- by the workspace with the claim; guests see the whole room.
create function sees_item(tenant text, item text) returns boolean language plpgsql stable as $$
begin return item is null or left(item, 4) <> 'gec_' or sees_evidence_claim(tenant, item); end $$;

do $$
declare part record;
begin
  for part in select * from (values ('room_item', 'item_id'), ('room_mark', 'claim_id'), ('room_entry', 'item_id'),
                                    ('room_opening', 'item_id')) as p(name, reference) loop
    execute format('create policy bound_claim on %I as restrictive to probata_app
      using (sees_every_unit() or room_setting(2) is not null or sees_item(organization_id, %I))',
      part.name, part.reference);
  end loop;
end $$;

-- The scope is that of the whole room, whoever of the organization adds to it.
create function digests_of_room(one text) returns table (id text, kind text, digest text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.item_id, i.kind, i.digest from room_item i
   where i.organization_id = bound_organization() and i.room_id = one
$$;
select serve_program('digests_of_room(text)');
