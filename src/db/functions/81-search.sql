-- Search: the words of the records of a workspace.

-- The text with which all words of a workspace begin in the index.
create or replace function search_tag(organization text) returns text
  language sql immutable parallel safe
  return left(md5(organization), 6);

-- Whether a search finds the word in spite of a typing error. Numbers and identifiers are only found as they are.
create or replace function has_spellings(word text) returns boolean
  language sql immutable parallel safe
  return length(word) between 4 and 24 and word !~ '[0-9]';

-- The word itself, and the word without one of its letters.
create or replace function spellings_of(word text) returns setof text
  language sql immutable parallel safe as $$
  select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word) + 1) i
$$;

-- Replaces the words of these records. Each text has the words of one record, separated by spaces; a record without
-- words is removed. A word keeps its spellings while any record has the word.
create or replace function write_search_entries(ids text[], texts text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own constant text := bound_organization();
  tag constant text := search_tag(own);
  before text[];
  after text[];
begin
  select coalesce(array_agg(distinct substr(w.word, 7)), '{}') into before
    from search_entry e cross join lateral unnest(tsvector_to_array(e.words)) w (word)
   where e.organization_id = own and e.id = any (ids);
  select coalesce(array_agg(distinct w.word), '{}') into after
    from unnest(texts) n (words) cross join lateral unnest(string_to_array(n.words, ' ')) w (word)
   where w.word <> '';

  delete from search_entry e using unnest(ids, texts) n (id, words)
   where e.organization_id = own and e.id = n.id and n.words = '';
  insert into search_entry as e (organization_id, id, words)
    select own, n.id, array_to_tsvector(array(
        select distinct tag || w.word from unnest(string_to_array(n.words, ' ')) w (word)))
      from unnest(ids, texts) n (id, words) where n.words <> ''
    on conflict (organization_id, id) do update set words = excluded.words where e.words <> excluded.words;

  insert into search_word (organization_id, spelling, word)
    select own, s.spelling, w.word
      from unnest(after) w (word) cross join lateral spellings_of(w.word) s (spelling)
     where has_spellings(w.word) and w.word <> all (before)
    on conflict do nothing;
  delete from search_word s
   using (select w.word from unnest(before) w (word)
           where has_spellings(w.word) and w.word <> all (after) and not exists (
             select from search_entry e
              where e.organization_id = own and e.words @@ quote_literal(tag || w.word)::tsquery)) gone,
     lateral spellings_of(gone.word) g (spelling)
   where s.organization_id = own and s.spelling = g.spelling and s.word = gone.word;
end $$;
select serve_program('write_search_entries(text[],text[])');

-- Records of these kinds whose words match, in no order. In the query, # stands for the tag of the workspace.
create or replace function find_search_entries(query text, kinds text[], most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.id from search_entry e
   where e.organization_id = bound_organization() and split_part(e.id, '_', 1) = any (kinds)
     and e.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
   limit most
$$;
select serve_program('find_search_entries(text,text[],integer)');

-- The newest such records of each kind, among the newest `walked` records of that kind.
create or replace function newest_search_entries(query text, kinds text[], walked int, most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select newest.id from unnest(kinds) k (kind) cross join lateral (
    select w.id from (
      select e.id, e.words from search_entry e
       where e.organization_id = bound_organization() and e.id > k.kind || '_' and e.id < k.kind || '`'
       order by e.id desc limit walked) w
     where w.words @@ replace(query, '#', search_tag(bound_organization()))::tsquery
     order by w.id desc limit most) newest
$$;
select serve_program('newest_search_entries(text,text[],integer,integer)');

-- The workspaces whose trail has sealed rows that the index does not have, or whose index follows other rules.
create or replace function organizations_to_index(rules_now int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o left join search_progress p on p.organization_id = o.id
   where p.rules is distinct from rules_now or p.walked is not null or exists (
     select from ledger_tree t where t.organization_id = o.id
       and (t.generation > p.generation or t.generation = p.generation and t.size > p.size))
$$;
select serve_program('organizations_to_index(integer)');

-- Like protect_tenant_table(), for a table with an index of words: PostgreSQL uses such an index only where no other
-- policy filters the rows, since matching words is not leakproof. The owner therefore sees all rows, and each function
-- above names the workspace.
create or replace function protect_word_index(tenant_table regclass) returns void
  language plpgsql as $$
begin
  perform protect_tenant_table(tenant_table, 'select');
  execute format('alter policy functions_of_owner on %s using (true)', tenant_table);
end $$;

select protect_word_index('search_entry');
select protect_tenant_table('search_word', 'select');
select protect_tenant_table('search_progress', 'select, insert, update');
