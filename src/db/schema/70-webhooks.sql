create table outbox_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  body text not null,
  created_at timestamptz not null,
  request_id text not null,
  primary key (organization_id, id)
) partition by range (id);

create table outbox_event_other partition of outbox_event default;

create table webhook_endpoint (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('active', 'paused', 'deleted')),
  url text not null,
  -- Unversioned names, or '*' alone.
  events text[] not null,
  -- Whose read scopes '*' is resolved against; null when a person made it, who may read everything.
  service_account_id identifier,
  -- Sealed; the previous one signs too until then.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  deleted_at timestamptz,
  -- Counts changes, so that who delivers notices them.
  revision integer not null default 1,
  record text not null,
  -- Whose subscription it is stays as it was made. `scopes` bounds what it is sent: the read scopes of the token that made
  -- it, less those that whoever set its address since does not have; null for every scope, when people did both.
  person_id identifier,
  scopes text[],
  primary key (organization_id, id),
  foreign key (organization_id, service_account_id) references service_account (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
-- Newest first: identifiers differ in their prefix by the form at creation, and what follows it sorts by time.
create index webhook_endpoint_by_time on webhook_endpoint (organization_id, substr(id::text, 5))
  where status <> 'deleted';
create index webhook_endpoint_deleted on webhook_endpoint (organization_id, id) where status = 'deleted';

-- Who delivers to an endpoint, for all organizations: ids and moments only. Written by the one that delivers.
create table webhook_lane (
  organization_id identifier not null,
  endpoint_id identifier not null,
  owner identifier,
  epoch bigint not null default 0,
  lease_until timestamptz,
  failing_since timestamptz,
  -- When a test event was last answered with 2xx.
  verified_at timestamptz,
  -- What waits for a retry is being brought forward, until nothing is left or an attempt fails.
  hastening boolean not null default false,
  primary key (organization_id, endpoint_id)
);
create index webhook_lane_by_owner on webhook_lane (owner) where owner is not null;

-- What is to be delivered, from the transaction of the change until the last attempt. Rows are inserted and deleted,
-- never updated: a failed attempt is a row with a later `due` (milliseconds since 1970).
create table webhook_queue (
  organization_id identifier not null,
  endpoint_id identifier not null,
  due bigint not null,
  id identifier not null,
  event_id identifier not null,
  attempt smallint not null check (attempt between 1 and 7),
  origin text collate "C" not null check (origin in ('live', 'test', 'replay')),
  -- When the next attempt of a delivery was scheduled before it was brought forward: it goes back there if that fails.
  later bigint,
  primary key (organization_id, endpoint_id, due, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- Every attempt that was made: `record` is public, `exchange` the request and the answer.
create table webhook_attempt (
  organization_id identifier not null,
  endpoint_id identifier not null,
  id identifier not null,
  event_id identifier not null,
  outcome text collate "C" not null check (outcome in ('delivered', 'failed', 'dead')),
  record text not null,
  exchange text not null,
  primary key (organization_id, endpoint_id, id)
) partition by range (id);
create index webhook_attempt_failed on ONLY webhook_attempt (organization_id, endpoint_id, id)
  where outcome <> 'delivered';
-- How other systems heard of an event.
create index webhook_attempt_by_event on ONLY webhook_attempt (organization_id, event_id);

create table webhook_attempt_other partition of webhook_attempt default;

-- Kept, with the event, until it is delivered by a replay or purged by a person.
create table webhook_dead_letter (
  organization_id identifier not null,
  endpoint_id identifier not null,
  event_id identifier not null,
  body text not null,
  record text not null,
  primary key (organization_id, endpoint_id, event_id)
);

create table webhook_replay (
  organization_id identifier not null,
  id identifier not null,
  endpoint_id identifier not null,
  status text not null check (status in ('running', 'completed', 'cancelled')),
  record text not null,
  primary key (organization_id, id)
);
create index webhook_replay_by_endpoint on webhook_replay (organization_id, endpoint_id, id);
create index webhook_replay_running on webhook_replay (organization_id, endpoint_id) where status = 'running';

-- What a replay has still to put into the queue.
create table webhook_replay_event (
  organization_id identifier not null,
  replay_id identifier not null,
  event_id identifier not null,
  primary key (organization_id, replay_id, event_id)
);
