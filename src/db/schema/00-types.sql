-- Types of columns, and the functions that generated columns, defaults and indexes call.

-- Identifiers sort by creation time in byte order, even if the collation of the database would not.
create domain identifier as text collate "C" check (length(value) between 1 and 64);
create domain sha256_hex as text collate "C" check (value ~ '^[0-9a-f]{64}$');

-- Columns and indexes depend on these functions. Their results must not change.

-- The category of a scan is part of its source: two categories may use the same fingerprint.
create function category_of_finding(record text) returns text
  language sql immutable parallel safe
  return coalesce(record::json ->> 'sourceCategory', '');

-- The default unit of new rows: the first of the caller's units. Null for a caller of the whole workspace.
create function own_unit() returns text
  language sql stable parallel safe
  RETURN NULLIF(NULLIF(split_part(current_setting('probata.units'::text, true), ','::text, 1), ''::text), '*'::text);

-- The category and the reporting unit in one text, for the unique key of findings. No category contains a line feed.
create function scope_of_finding(record text, unit text) returns text
  language sql immutable parallel safe
  return category_of_finding(record) || coalesce(E'\n' || unit, '');

-- The units of a person or service account, from its record. Null means the whole workspace.
create function unit_ids_of(record text) returns text[]
  language sql immutable parallel safe
  return case when record::json -> 'unitIds' is null then null
              else array(select json_array_elements_text(record::json -> 'unitIds')) end;
