-- One row per comment on a record. `record_id` is the id of the record, or both ids of an answer, gas_…/gfc_…;
-- `page_id` is the id of the record with the page.
create table record_comment (
  organization_id identifier not null references organization (id),
  id identifier not null,
  record_id text collate "C" not null check (length(record_id) between 1 and 100),
  author_id identifier not null,
  record text not null,
  page_id text collate "C" not null generated always as (split_part(record_id, '/', 1)) stored,
  primary key (organization_id, id),
  foreign key (organization_id, author_id) references person (organization_id, id)
);
create index record_comment_by_record on record_comment (organization_id, record_id, id);
create index record_comment_by_page on record_comment (organization_id, page_id, id);

-- One row per person whom a comment mentions.
create table comment_mention (
  organization_id identifier not null references organization (id),
  comment_id identifier not null,
  person_id identifier not null,
  primary key (organization_id, comment_id, person_id),
  foreign key (organization_id, comment_id) references record_comment (organization_id, id),
  foreign key (organization_id, person_id) references person (organization_id, id)
);
create index comment_mention_by_person on comment_mention (organization_id, person_id, comment_id);

-- One row per person who named a deputy or an absence. Both dates are included, in the time zone of the workspace.
create table deputy (
  organization_id identifier not null references organization (id),
  person_id identifier not null,
  deputy_id identifier,
  always boolean not null default false,
  absent_from date,
  absent_until date,
  primary key (organization_id, person_id),
  foreign key (organization_id, person_id) references person (organization_id, id),
  foreign key (organization_id, deputy_id) references person (organization_id, id),
  check (deputy_id is distinct from person_id),
  check ((absent_from is null) = (absent_until is null) and absent_from <= absent_until),
  check (not always or deputy_id is not null)
);
create index deputy_by_deputy on deputy (organization_id, deputy_id, person_id);
