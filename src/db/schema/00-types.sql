-- Identifiers sort by creation time in byte order, in a database of any collation.
create domain identifier as text collate "C" check (length(value) between 1 and 64);
create domain sha256_hex as text collate "C" check (value ~ '^[0-9a-f]{64}$');

-- Columns and indexes depend on these functions. Their results must not change.

-- The category of a scan is part of its source: two categories may use the same fingerprint.
create function category_of_finding(record text) returns text
  language sql immutable parallel safe
  return coalesce(record::json ->> 'sourceCategory', '');

-- What somebody of units records is of the first of them.
create function own_unit() returns text
  language sql stable parallel safe
  RETURN NULLIF(NULLIF(split_part(current_setting('probata.units'::text, true), ','::text, 1), ''::text), '*'::text);

-- Nodes of the release before name these four columns in `on conflict`. So the unit becomes part of the category's
-- column, behind a line feed, which no category has.
create function scope_of_finding(record text, unit text) returns text
  language sql immutable parallel safe
  return category_of_finding(record) || coalesce(E'\n' || unit, '');

-- Who belongs to which units is in their record; somebody without belongs to the whole workspace.
create function unit_ids_of(record text) returns text[]
  language sql immutable parallel safe
  return case when record::json -> 'unitIds' is null then null
              else array(select json_array_elements_text(record::json -> 'unitIds')) end;
