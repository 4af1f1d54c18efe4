import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createTestDatabase } from '#test/postgres.ts'
import { describeRows } from './generate.ts'

const tables = `create table test_parent (id text primary key, title text, kind text not null check (kind in ('a', 'b')));
  create table test_child (id text primary key, parent_id text, size bigint not null, note text);
  create function test_titles() returns table (id text, title text) language sql as 'select id, title from test_parent';
  create function test_count() returns bigint language sql as 'select count(*) from test_parent';
  create function test_title(asked text) returns text language sql as 'select kind from test_parent where id = asked';
  create function test_opaque() returns text language plpgsql as 'begin return null; end'`

const cases: Readonly<Record<string, string>> = {
  'select id, title, kind from test_parent': "{ id: string; title: string | null; kind: Choices['test_parent.kind'] }",
  'select c.id, p.id as parent, p.kind from test_child c left join test_parent p on p.id = c.parent_id':
    "{ id: string; parent: string | null; kind: Choices['test_parent.kind'] | null }",
  'select c.id from test_child c right join test_parent p on p.id = c.parent_id': '{ id: string | null }',
  'select c.id, p.id as parent from test_child c full join test_parent p using (id)':
    '{ id: string | null; parent: string | null }',
  'select title from test_parent where title is not null': '{ title: string }',
  'select title from test_parent where title > $1 and id = $2': '{ title: string }',
  'select title from test_parent where title > $1 or id = $2': '{ title: string | null }',
  "select title from test_parent where title = any ('{x}')": '{ title: string }',
  "select title from test_parent where title <> all ('{}')": '{ title: string | null }',
  "select substring(id from 'x') as a, current_setting('test.absent', true) as b from test_child":
    '{ a: string | null; b: string | null }',
  'select p.title from test_child c left join test_parent p on p.title is not null': '{ title: string | null }',
  "select coalesce(title, '') as a, coalesce(title, $1) as b from test_parent": '{ a: string; b: string | null }',
  'select count(*) as a, sum(size) as b, max(id) as c from test_child':
    '{ a: number; b: string | null; c: string | null }',
  'select (select count(*) from test_child) as a, (select id from test_child limit 1) as b':
    '{ a: number; b: string | null }',
  'select (select count(*) from test_child having count(*) > 1) as a': '{ a: number | null }',
  'select exists (select from test_child) as a, array(select note from test_child) as b': '{ a: boolean; b: string[] }',
  "select case when size > 1 then id else 'x' end as a, case when size > 1 then id end as b from test_child":
    '{ a: string; b: string | null }',
  'select id from test_child union all select title from test_parent': '{ id: string | null }',
  "select id from test_child union all select 'x'": '{ id: string }',
  'with c as (select id, note from test_child) select * from c': '{ id: string; note: string | null }',
  'with recursive w(id) as (select id from test_child union all select w.id from w where false) select id from w':
    '{ id: string }',
  'with recursive w(id) as (select id from test_child union all select null from w where false) select id from w':
    '{ id: string | null }',
  'select x.id, y.n from test_child x, lateral (select x.size + 1 as n) y': '{ id: string; n: number }',
  "select a from (values ('x'), (null)) v (a)": '{ a: string | null }',
  'select id, count(*) as n from test_child group by grouping sets ((id), ())': '{ id: string | null; n: number }',
  'select parent_id from test_child group by parent_id': '{ parent_id: string | null }',
  'select * from test_titles()': '{ id: string; title: string | null }',
  "select test_count() as a, test_title('x') as b, test_opaque() as c":
    '{ a: number; b: string | null; c: string | null }',
  'select t.id from test_child c left join test_titles() t on true': '{ id: string | null }',
  'insert into test_child (id, size) values ($1, 1) returning id, note': '{ id: string; note: string | null }',
  'delete from test_child returning old.size as a, new.size as b': '{ a: number | null; b: number | null }',
  "select '{\"a\": 1}'::json as a, '{\"a\": 1}'::json ->> 'a' as b": '{ a: unknown; b: string | null }',
  'select from test_child': 'object',
}

test('a column is not null only where PostgreSQL cannot return null', async () => {
  await using database = await createTestDatabase()
  const owner = new pg.Client(database.connection)
  await owner.connect()
  await owner.query(tables)
  await owner.end()
  const statements = Object.keys(cases).map((text, i) => ({ name: `case_${i}`, text }))
  const { rows } = await describeRows(database.connection, statements)
  assert.deepEqual(Object.fromEntries(statements.map(({ name, text }) => [text, rows.get(name)])), cases)
})

test('a statement that returns no rows is not described', async () => {
  await using database = await createTestDatabase()
  const { rows } = await describeRows(database.connection, [{ name: 'none', text: 'delete from person' }])
  assert.equal(rows.size, 0)
})

test('a statement that PostgreSQL rejects is named', async () => {
  await using database = await createTestDatabase()
  const brokenStatements = [{ name: 'broken', text: 'select no_such_column from person' }]
  await assert.rejects(
    describeRows(database.connection, brokenStatements),
    /^Error: broken: column "no_such_column" does not exist/,
  )
})
