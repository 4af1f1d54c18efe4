import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from './database.ts'
import {
  choice,
  flag,
  narrows,
  nullable,
  number,
  numbers,
  type Statement,
  statement,
  text,
  texts,
} from './statement.ts'

test('a statement has a unique name that PostgreSQL does not truncate', () => {
  const longest = `test_${'x'.repeat(58)}`
  assert.equal(statement(longest, {}, 'select 1').name, longest)
  assert.throws(() => statement(`${longest}y`, {}, 'select 1'), /longer name than 63/)
  assert.throws(() => statement('ä'.repeat(32), {}, 'select 1'), /longer name than 63/)
  assert.throws(() => statement(longest, {}, 'select 2'), /two statements/)
})

test('parameters are numbered in declaration order, after the organization', () => {
  const parameters = { status: text, id: text, limit: number }
  const sql = `update t set status = :status, at = '12:00'::text where organization_id = :organization and id = :id limit :limit`
  assert.equal(
    statement('test_numbered', parameters, sql).text,
    `update t set status = $2, at = '12:00'::text where organization_id = $1 and id = $3 limit $4`,
  )
  assert.equal(statement('test_unbound', { id: text }, 'select :id, :id::text').text, 'select $1, $1::text')
})

test('SQL and declaration must have the same parameters', () => {
  assert.throws(() => statement('test_undeclared', {}, 'select :id'), /use and declare id$/)
  assert.throws(() => statement('test_unused', { id: text }, 'select 1'), /use and declare id$/)
  assert.throws(() => statement('test_number', {}, 'select $1'), /use and declare \$1$/)
  const taken = { organization: text }
  assert.throws(() => statement('test_taken', taken, 'select :organization'), /use and declare organization$/)
})

test('values are bound by name, in text form', () => {
  const parameters = { a: text, b: number, c: flag, d: texts, e: numbers, f: nullable(text), g: nullable(texts) }
  const bound = statement('test_bound', parameters, 'select :organization, :a, :b, :c, :d, :e, :f, :g')
  assert.deepEqual(bound.bind('org_1', { g: ['"', 'ü'], f: null, e: [1, 2.5], d: [], c: false, b: -1, a: 'null' }), [
    'org_1',
    'null',
    '-1',
    'false',
    '{}',
    '{1,2.5}',
    null,
    '{"\\"","ü"}',
  ])
})

const decide = statement(
  'test_decide',
  { claimKey: text, status: choice<'accepted' | 'rejected'>, at: nullable(number) },
  'select :organization, :claimKey, :status, :at',
  narrows<{ id: string }>,
)
const listAll = statement('test_list_all', {}, 'select :organization')

// This function is only type-checked and never called.
export const refusedByTheTypeCheck = async (db: Database, claimKey: string): Promise<void> => {
  const status = 'accepted'
  const [row] = await db.read('org_1', decide, { claimKey, status, at: null })
  row?.id.length
  // @ts-expect-error A value is missing.
  await db.read('org_1', decide, { claimKey, status })
  // @ts-expect-error There is no such parameter.
  await db.read('org_1', decide, { claimKey, status, at: null, decidedBy: 'prs_1' })
  // @ts-expect-error The caller cannot choose the organization.
  await db.read('org_1', decide, { claimKey, status, at: null, organization: 'org_2' })
  // @ts-expect-error Not every string is a status.
  await db.read('org_1', decide, { claimKey: status, status: claimKey, at: null })
  // @ts-expect-error A number is not a string.
  await db.read('org_1', decide, { claimKey: 1, status, at: null })
  // @ts-expect-error Values have names.
  await db.read('org_1', decide, [claimKey, status, null])
  // @ts-expect-error The statement takes no values.
  await db.read('org_1', listAll, { id: 'gec_1' })
  // @ts-expect-error There is no such column.
  row?.claimKey
}

// rows.ts defines the columns of `find_claim`.
export const refusedColumns = async (db: Database): Promise<void> => {
  const parameters = { id: text }
  const find = statement('find_claim', parameters, '')
  const [claim] = await db.read('org_1', find, { id: 'gec_1' })
  claim?.created_by.length
  const status: 'submitted' | 'accepted' | 'rejected' | 'expired' | undefined = claim?.status
  // @ts-expect-error There is no such column.
  claim?.createdBy
  // @ts-expect-error The database allows no other status.
  status === 'open'
  // @ts-expect-error It can be null.
  claim?.reviewer_id.length
  statement('find_claim', parameters, '', narrows<{ reviewer_id: string }>).row?.reviewer_id.length
  // @ts-expect-error It is not a column.
  statement('find_claim', parameters, '', narrows<{ reviewer: string }>)
  // @ts-expect-error A string is not a number.
  statement('find_claim', parameters, '', narrows<{ reviewer_id: number }>)
  // @ts-expect-error The column is never null.
  statement('find_claim', parameters, '', narrows<{ created_by: string }>)
  // @ts-expect-error An annotation does not narrow.
  const annotated: Statement<{ reviewer_id: string }, { readonly id: string }> = statement('find_claim', parameters, '')
  const [row] = await db.read('org_1', statement('find_nothing_described', {}, ''), {})
  // @ts-expect-error The name is not in rows.ts.
  row?.id
  annotated.name
}
