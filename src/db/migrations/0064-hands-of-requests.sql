-- Who could have asked, at the moment of the request: custodians who were released since are not excused. Null for requests
-- from before.
alter table retention_hold add column release_hands text[] collate "C";
alter table storage_key_destruction add column hands text[] collate "C";

-- An administrator who invited everybody has statistics that say each look-up finds everybody: read whole for each of
-- 10,000 people, the table took minutes.
create index service_account_made_by on service_account (organization_id, made_by);
create index service_account_secret_shown_to on service_account (organization_id, secret_shown_to);
alter function people_behind(text[]) set enable_seqscan = off;
alter function same_hands(text[]) set enable_seqscan = off;
