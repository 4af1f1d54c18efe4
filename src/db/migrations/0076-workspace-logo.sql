-- One row per workspace that has or had a logo: a PNG that its pages and printed reports show.
create table workspace_logo (
  organization_id identifier primary key references organization (id),
  png bytea check (length(png) between 1 and 65536),
  sha256 sha256_hex,
  check ((png is null) = (sha256 is null))
);
