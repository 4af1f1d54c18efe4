-- Lists that are searched by words: which of some records match.

-- Of these records, those whose words match. In the query, # stands for the tag of the workspace.
create or replace function search_entries_among(query text, ids text[]) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select found.id from unnest(ids) i (id) cross join lateral (
    select e.id, e.words from search_entry e
     where e.organization_id = bound_organization() and e.id = i.id offset 0) found
   where found.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
$$;
select serve_program('search_entries_among(text,text[])');

-- For each query, the people whose words match, up to `most`, among the newest 10,000: a word that is frequent in other
-- records costs no more.
create or replace function people_of_words(queries text[], most int) returns table (word int, id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select q.word::int, p.id from unnest(queries) with ordinality q (query, word)
   cross join lateral newest_search_entries(q.query, array['prs'], 10000, most) p (id)
$$;
select serve_program('people_of_words(text[],integer)');
