-- `to_timestamp` reads a time zone from PostgreSQL 17 on only; the same in words of 15.
create or replace function drop_day_partitions(before timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare old text[] := '{}'; t record; part record; low text; high text; name text;
begin
  perform pg_advisory_xact_lock(hashtext('day partitions'));
  delete from webhook_attempt_other where id < identifier_floor('whd', before);
  delete from outbox_event_other e where e.id < identifier_floor('evt', before)
    and not exists (select from webhook_queue q where q.event_id = e.id)
    and not exists (select from webhook_replay_event r where r.event_id = e.id);
  for t in select * from day_partitioned() loop
    for part in
      select c.relname as name, to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as day
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = t.parent::regclass and c.relname ~ '_[0-9]{8}$'
    loop
      if part.day + interval '1 day' > before then continue; end if;
      low := identifier_floor(t.prefix, part.day);
      high := identifier_floor(t.prefix, part.day + interval '1 day');
      if t.parent = 'outbox_event' and (
        exists (select from webhook_queue q where q.event_id >= low and q.event_id < high)
        or exists (select from webhook_replay_event r where r.event_id >= low and r.event_id < high)) then continue; end if;
      old := old || part.name::text;
    end loop;
  end loop;
  foreach name in array old loop execute format('drop table public.%I', name); end loop;
  return cardinality(old);
end $$;
