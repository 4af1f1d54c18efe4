-- The number of a migration that is built beside this one.
select 1;
