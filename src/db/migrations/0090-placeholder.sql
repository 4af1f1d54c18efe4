-- Holds the place of a migration of another branch.
select 1;
