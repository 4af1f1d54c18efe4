import pg, { type ClientConfig } from 'pg'

const domains = `
  select format(E'create domain %I as %s%s%s;\\n', t.typname, format_type(t.typbasetype, t.typtypmod),
           case when t.typcollation <> b.typcollation then format(' collate %I', c.collname) end,
           (select string_agg(' ' || pg_get_constraintdef(k.oid), '' order by k.conname)
              from pg_constraint k where k.contypid = t.oid and k.contype = 'c')) as text
    from pg_type t
    join pg_type b on b.oid = t.typbasetype
    left join pg_collation c on c.oid = t.typcollation
   where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
   order by t.typname`

const functions = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') || E';\\n' as text
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace
   order by p.proname, pg_get_function_identity_arguments(p.oid)`

// Columns come first, then constraints. NOT NULL is shown with its column.
const tables = `
  select c.relname as name, format(E'create table %I (\\n%s\\n)%s;', c.relname, body.text,
           case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end) as text
    from pg_class c, lateral (
      select string_agg('  ' || line, E',\\n' order by part, rank, line) as text from (
        select 1 as part, a.attnum::int as rank,
               format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                 case when a.attcollation <> t.typcollation then format(' collate %I', l.collname) end,
                 case when a.attnotnull then ' not null' end,
                 case when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) end) as line
          from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          left join pg_collation l on l.oid = a.attcollation
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        union all
        select 2, position(k.contype::text in 'pufc'),
               format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid))
          from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')
      ) lines) body
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
   order by c.relname`

// The objects of a table, in this order: indexes, triggers, row-level security, grants.
const tableObjects = `
  select name, text from (
    select i.tablename::text as name, 1 as part, i.indexdef || ';' as text
      from pg_indexes i
     where i.schemaname = 'public'
       and not exists (select from pg_constraint k where k.conname = i.indexname and k.connamespace = 'public'::regnamespace)
    union all
    select c.relname::text, 2, pg_get_triggerdef(t.oid) || ';'
      from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal
    union all
    select c.relname::text, 3, format('alter table %I %s row level security;', c.relname, word)
      from pg_class c, lateral (values ('enable', c.relrowsecurity), ('force', c.relforcerowsecurity)) as s (word, is_set)
     where c.relnamespace = 'public'::regnamespace and is_set
    union all
    select p.tablename::text, 4, format('create policy %I on %I as %s for %s to %s%s%s;', p.policyname, p.tablename,
             lower(p.permissive), lower(p.cmd), array_to_string(p.roles, ', '),
             ' using (' || p.qual || ')', ' with check (' || p.with_check || ')')
      from pg_policies p where p.schemaname = 'public'
    union all
    select c.relname::text, 5, format('grant %s on %I to %s;',
             string_agg(lower(g.privilege_type), ', ' order by g.privilege_type), c.relname,
             coalesce(nullif(g.grantee, 0)::regrole::text, 'public'))
      from pg_class c, aclexplode(c.relacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
     group by c.relname, g.grantee
    union all
    select c.relname::text, 6, format('grant %s (%I) on %I to %s;', lower(g.privilege_type), a.attname, c.relname,
             coalesce(nullif(g.grantee, 0)::regrole::text, 'public'))
      from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) g
     where c.relnamespace = 'public'::regnamespace and g.grantee <> c.relowner
  ) as objects
  order by name, part, text`

// By default, PostgreSQL grants EXECUTE to everyone, so only its revocation is shown.
const functionGrants = `
  select format(E'revoke execute on function %s from public;\\n', p.oid::regprocedure) as text
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.proacl is not null
     and not exists (select from aclexplode(p.proacl) g where g.grantee = 0)
   union all
  select format(E'grant execute on function %s to %s;\\n', p.oid::regprocedure, g.grantee::regrole)
    from pg_proc p, aclexplode(p.proacl) g
   where p.pronamespace = 'public'::regnamespace and g.grantee not in (0, p.proowner)
   order by text`

/**
 * The schema `public` in the catalog of PostgreSQL 18, as SQL: domains, functions, and each table with its columns,
 * constraints, indexes, triggers, policies and grants, sorted by name.
 */
export const dumpCatalog = async (connection: ClientConfig): Promise<string> => {
  const client = new pg.Client(connection)
  await client.connect()
  const ask = async (sql: string) => (await client.query<{ name: string; text: string }>(sql)).rows
  try {
    const standaloneObjects = [...(await ask(domains)), ...(await ask(functions)), ...(await ask(functionGrants))]
    const objectsByTable = Map.groupBy(await ask(tableObjects), ({ name }) => name)
    const tableTexts = (await ask(tables)).map(({ name, text }) => {
      const lines = objectsByTable.get(name)?.map(line => line.text) ?? []
      return `${[text, ...lines].join('\n')}\n`
    })
    return [...standaloneObjects.map(({ text }) => text), ...tableTexts].join('\n')
  } finally {
    await client.end()
  }
}
