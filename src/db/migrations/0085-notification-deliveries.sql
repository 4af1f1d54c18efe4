-- Whether mails and chat messages name records; without it they give counts only.
alter table organization add column mail_names_records boolean not null default true;

-- How far a notification is on its way out of the install: `new` until the choices of its person were looked up,
-- `digest` while it waits for the next digest, null when it is in a delivery or in none. One that ended keeps its value,
-- because it may open again.
alter table notification add column sending text collate "C" default 'new' check (sending in ('new', 'digest'));
create index notification_to_send on notification (organization_id, sending, person_id, id)
  where sending is not null and ended_at is null;

-- One row per mail or chat message to a person. It is written before the message is sent, so that a message that is
-- sent again has the same id.
create table notification_delivery (
  organization_id identifier not null,
  id identifier not null,
  person_id identifier not null,
  channel text collate "C" not null check (channel in ('mail', 'chat')),
  mode text collate "C" not null check (mode in ('at_once', 'digest')),
  -- For a digest: the date on which it is sent, by the person's clock.
  local_day date,
  notification_ids text[] not null,
  state text collate "C" not null default 'pending'
    check (state in ('pending', 'sent', 'skipped', 'bounced', 'rejected', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  lease_owner identifier,
  lease_until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  check ((mode = 'digest') = (local_day is not null)),
  check ((state = 'pending') = (ended_at is null)),
  constraint notification_digest_once unique (organization_id, person_id, channel, local_day)
);
create index notification_delivery_pending on notification_delivery (organization_id, due_at, id) where state = 'pending';
create index notification_delivery_ended on notification_delivery (organization_id, ended_at, id) where ended_at is not null;

-- One row per person whose address a mail server refused. Mail to this address pauses until the row is deleted, or
-- while the person has another address.
create table mail_bounce (
  organization_id identifier not null,
  person_id identifier not null,
  address text collate "C" not null check (length(address) between 1 and 320),
  reply text not null check (length(reply) <= 400),
  bounced_at timestamptz not null,
  primary key (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);

-- One row per person who also gets their notifications in a chat service.
create table chat_channel (
  organization_id identifier not null,
  person_id identifier not null,
  service text collate "C" not null check (service in ('slack', 'teams', 'mattermost')),
  -- Sealed: who knows the address can post.
  address text not null,
  -- The part of the address that is shown.
  host text not null check (length(host) between 1 and 255),
  -- Whether mail is sent as well.
  with_mail boolean not null,
  created_at timestamptz not null,
  -- Messages in a row that were not accepted, and the last answer.
  failures integer not null default 0,
  reply text check (length(reply) <= 400),
  sent_at timestamptz,
  paused_at timestamptz,
  primary key (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
