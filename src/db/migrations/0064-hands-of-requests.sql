-- Who could have asked, at the moment of the request: custodians who were released since are not excused. Null for requests
-- from before.
alter table retention_hold add column release_hands text[] collate "C";
alter table storage_key_destruction add column hands text[] collate "C";
