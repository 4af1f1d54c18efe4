-- How a person wants dates and texts shown; null follows their browser.
alter table person
  add column language text collate "C" check (language in ('en', 'de')),
  add column time_zone text check (length(time_zone) between 1 and 64),
  add column date_format text collate "C" check (date_format in ('iso', 'day_month_year'));
