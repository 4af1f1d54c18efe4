-- What the trends of the home page counted of closed days, so that the first visit after a start does not count it anew.
create table day_count (
  organization_id identifier not null references organization (id),
  series text not null,
  -- Milliseconds since the epoch: rows whose id is older are counted.
  until bigint not null,
  days text not null,
  primary key (organization_id, series)
);
select protect_tenant_table('day_count', 'select, insert, update');
