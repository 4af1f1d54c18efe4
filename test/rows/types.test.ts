import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { narrows, statement } from '#db/statement.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { describeRows } from './generate.ts'

const values: Readonly<Record<string, string>> = {
  a: 'true',
  b: "'\\x01'::bytea",
  c: '1::bigint',
  d: '1::smallint',
  e: '1::integer',
  f: '1::oid',
  g: '1::real',
  h: '1::double precision',
  i: '1::numeric',
  j: "'x'::text",
  k: "'x'::varchar",
  l: "'x'::name",
  m: "'2024-02-29'::date",
  n: "'2024-02-29 12:00:00Z'::timestamptz",
  o: "array['x']",
  p: "array['x'::varchar]",
  q: 'array[1::smallint]',
  r: 'array[1]',
  s: 'array[1::bigint]',
  t: 'array[1::double precision]',
  u: "array['\\x01'::bytea]",
  v: "'id_1'::identifier",
  w: "'(0,1)'::tid",
  x: "'{}'::regclass[]",
}

const sql = `select ${Object.entries(values)
  .map(([name, value]) => `${value} as ${name}`)
  .join(', ')}`

const allTypes = statement('test_types', {}, sql, narrows<Readonly<Record<string, unknown>>>)

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (Buffer.isBuffer(value)) return 'Buffer'
  return value instanceof Date ? 'Date' : typeof value
}

test('each value has the described type', async () => {
  await using database = await createTestDatabase()
  const { rows } = await describeRows(database.connection, [allTypes])
  await using db = openDatabase({ ...database.connection, max: 1 }, error => {
    throw error
  })
  const [row = {}] = await db.read('org_1', allTypes, {})
  const kinds = Object.entries(row).map(([name, value]) => `${name}: ${kindOf(value)}`)
  assert.equal(rows.get('test_types'), `{ ${kinds.join('; ')} }`)
})
