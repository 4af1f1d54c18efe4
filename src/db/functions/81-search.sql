-- Search: the words of the records of a workspace.

-- The text with which all words of a workspace begin in the index.
create or replace function search_tag(organization text) returns text
  language sql immutable parallel safe
  return left(encode(sha256(organization::bytea), 'hex'), 6);

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
  added text[];
  removed text[];
begin
  with before as (
    select distinct substr(w.word, 7) as word
      from search_entry e cross join lateral unnest(tsvector_to_array(e.words)) w (word)
     where e.organization_id = own and e.id = any (ids)
  ), after as (
    select distinct w.word
      from unnest(texts) n (words) cross join lateral unnest(string_to_array(n.words, ' ')) w (word)
     where w.word <> ''
  )
  select array(select word from after where has_spellings(word) except select word from before),
         array(select word from before where has_spellings(word) except select word from after)
    into added, removed;

  delete from search_entry e using unnest(ids, texts) n (id, words)
   where e.organization_id = own and e.id = n.id and n.words = '';
  insert into search_entry as e (organization_id, id, words)
    select own, n.id, n.words from (
      select r.id, array_to_tsvector(array(
          select distinct tag || w.word from unnest(string_to_array(r.words, ' ')) w (word))) as words
        from unnest(ids, texts) r (id, words) where r.words <> '') n
     where not exists (
       select from search_entry e where e.organization_id = own and e.id = n.id and e.words = n.words)
    on conflict (organization_id, id) do update set words = excluded.words;

  insert into search_word (organization_id, spelling, word)
    select own, s.spelling, w.word from unnest(added) w (word) cross join lateral spellings_of(w.word) s (spelling)
    on conflict do nothing;
  delete from search_word s
   using (select w.word from unnest(removed) w (word)
           where not exists (select from find_search_entries(quote_literal('#' || w.word), null, 1))) gone,
     lateral spellings_of(gone.word) g (spelling)
   where s.organization_id = own and s.spelling = g.spelling and s.word = gone.word;
end $$;
select serve_program('write_search_entries(text[],text[])');

-- Removes this number of records, or all words that are left, from the index. Returns whether anything was left.
create or replace function clear_search_entries(most int) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from search_entry where organization_id = bound_organization() and id in (
    select id from search_entry where organization_id = bound_organization() order by id limit most);
  if found then return true; end if;
  delete from search_word where organization_id = bound_organization();
  return found;
end $$;
select serve_program('clear_search_entries(integer)');

-- Records of these kinds whose words match, or of all kinds, in no order. In the query, # stands for the tag of the
-- workspace. The expression keeps PostgreSQL from reading the whole workspace through its primary key.
create or replace function find_search_entries(query text, kinds text[], most int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.id from search_entry e
   where e.organization_id || '' = bound_organization()
     and (kinds is null or split_part(e.id, '_', 1) = any (kinds))
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

-- The workspaces whose trail has sealed rows that the index does not have, or whose index follows earlier rules.
create or replace function organizations_to_index(rules_now int) returns setof text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organization o
    left join lateral (select * from search_progress where organization_id = o.id limit 1) p on true
    left join lateral (
      select generation, size from ledger_tree where organization_id = o.id order by generation desc limit 1) t on true
   where p.rules is null or p.rules < rules_now or p.rules = rules_now and (
     p.walked is not null or (t.generation, t.size) > (p.generation, p.size))
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
