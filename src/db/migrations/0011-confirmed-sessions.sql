-- When whoever is behind a session last proved who they are; null where nobody knows.
alter table session add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
