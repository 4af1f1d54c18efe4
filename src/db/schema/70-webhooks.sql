-- Webhooks: events, endpoints, the delivery queue and its history.

-- One row per event that is sent to endpoints, in partitions of a day.
create table outbox_event (
  organization_id identifier not null,
  id identifier not null,
  type text collate "C" not null,
  body text not null,
  created_at timestamptz not null,
  request_id text not null,
  primary key (organization_id, id)
) partition by range (id);

-- Events outside the daily partitions.
create table outbox_event_other partition of outbox_event default;

-- One row per webhook: a receiver and the events it subscribes to.
create table webhook_endpoint (
  organization_id identifier not null references organization (id),
  id identifier not null,
  status text not null check (status in ('active', 'paused', 'deleted')),
  url text not null,
  -- Unversioned names, or '*' alone.
  events text[] not null,
  -- The account whose read scopes limit '*'. Null if a person made the webhook, since people may read everything.
  service_account_id identifier,
  -- Sealed. The previous secret also signs until `previous_secret_until`.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  deleted_at timestamptz,
  -- Incremented by each change, so that nodes that deliver notice it.
  revision integer not null default 1,
  record text not null,
  -- The owner of the subscription never changes. `scopes` limits what is sent: the read scopes of the token that made
  -- it, minus those that a caller who has set its address since does not have. Null means every scope, if people did
  -- both.
  person_id identifier,
  scopes text[],
  primary key (organization_id, id),
  foreign key (organization_id, service_account_id) references service_account (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
-- Newest first. The prefix of an id depends on the webhook form at its creation; the rest sorts by time.
create index webhook_endpoint_by_time on webhook_endpoint (organization_id, substr(id::text, 5))
  where status <> 'deleted';
create index webhook_endpoint_deleted on webhook_endpoint (organization_id, id) where status = 'deleted';

-- One row per endpoint, and the node that delivers to it. Nodes read the lanes of all organizations, so a lane holds
-- only ids and times.
create table webhook_lane (
  organization_id identifier not null,
  endpoint_id identifier not null,
  owner identifier,
  epoch bigint not null default 0,
  lease_until timestamptz,
  failing_since timestamptz,
  -- When a test event was last answered with 2xx.
  verified_at timestamptz,
  -- Pending retries are being brought forward, until none is left or an attempt fails.
  hastening boolean not null default false,
  primary key (organization_id, endpoint_id)
);
create index webhook_lane_by_owner on webhook_lane (owner) where owner is not null;

-- One row per pending delivery, from the transaction of the change until the last attempt. Rows are inserted and
-- deleted, never updated: a failed attempt becomes a row with a later `due` (milliseconds since 1970).
create table webhook_queue (
  organization_id identifier not null,
  endpoint_id identifier not null,
  due bigint not null,
  id identifier not null,
  event_id identifier not null,
  attempt smallint not null check (attempt between 1 and 7),
  origin text collate "C" not null check (origin in ('live', 'test', 'replay')),
  -- When the attempt was scheduled before it was brought forward. If it fails, the next one returns to that time.
  later bigint,
  primary key (organization_id, endpoint_id, due, id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);

-- One row per attempt. `record` is public; `exchange` holds the request and the response.
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
-- Finds the deliveries of an event.
create index webhook_attempt_by_event on ONLY webhook_attempt (organization_id, event_id);

-- Attempts outside the daily partitions.
create table webhook_attempt_other partition of webhook_attempt default;

-- One row per delivery that failed for good. It is kept with its event until a replay delivers it or a person purges
-- it.
create table webhook_dead_letter (
  organization_id identifier not null,
  endpoint_id identifier not null,
  event_id identifier not null,
  body text not null,
  record text not null,
  primary key (organization_id, endpoint_id, event_id)
);

-- One row per replay of past events to an endpoint.
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

-- One row per event that a replay has still to queue.
create table webhook_replay_event (
  organization_id identifier not null,
  replay_id identifier not null,
  event_id identifier not null,
  primary key (organization_id, replay_id, event_id)
);
