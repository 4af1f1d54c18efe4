import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { statements } from '#db/statement.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { family } from './family.ts'

const { endpoints } = family({
  name: 'TestLeaf',
  label: 'test leaf',
  prefix: 'xtl',
  table: 'test_leaf',
  many: 'TestLeaves',
  plural: 'leaves',
  record: Type.Object({
    id: Id('xtl'),
    leafKey: Line(200),
    branchId: Nullable(Reference('xtb')),
    status: Type.Enum(['green', 'red']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
  columns: ['leafKey', 'branchId', 'status'],
  key: 'leafKey',
  filters: ['branchId', 'status'],
  order: 'oldest',
  tag: 'Evidence',
  scope: 'governance.evidence:read',
  roles: ['admin'],
  list: { v1: '/leaves', workspace: '/leaves' },
  detail: { workspace: '/leaves/{leafId}' },
})

test('a family serves its list and detail on the surfaces that it declares', () => {
  const declarations = endpoints.map(({ name, summary, v1, workspace }) => ({ name, summary, v1, workspace }))
  assert.deepEqual(declarations, [
    {
      name: 'listTestLeaves',
      summary: 'List test leaves, oldest first',
      v1: { path: '/leaves', scope: 'governance.evidence:read' },
      workspace: { path: '/leaves', roles: ['admin'] },
    },
    {
      name: 'getTestLeaf',
      summary: 'Get one test leaf',
      v1: undefined,
      workspace: { path: '/leaves/{leafId}', roles: ['admin'] },
    },
  ])
})

test('a list accepts its filters and its key as query parameters, none of them null', () => {
  const { properties = {}, required } = endpoints[0]?.query ?? {}
  assert.deepEqual(Object.keys(properties), ['branchId', 'status', 'leafKey', 'cursor', 'limit'])
  assert.equal(required, undefined)
  assert.equal(Object(properties.branchId).type, 'string')
})

test("each set of filters has a statement, in the family's order", () => {
  const sqlOf = (name: string) => statements().get(name)?.text.replaceAll(/\s+/g, ' ')
  const page = (conditions: string) =>
    `select id, record from test_leaf where organization_id = $1 and id > $2${conditions} order by id asc limit $3`
  assert.equal(sqlOf('list_test_leaf'), page(''))
  assert.equal(sqlOf('list_test_leaf_branchId'), page(' and branch_id = $4'))
  assert.equal(sqlOf('list_test_leaf_status'), page(' and status = $4'))
  assert.equal(sqlOf('list_test_leaf_branchId_status'), page(' and branch_id = $4 and status = $5'))
  assert.equal(
    sqlOf('find_test_leaf_of_key'),
    'select id, record from test_leaf where organization_id = $1 and id > $2 and leaf_key = $4 and ($5::text is null or branch_id = $5) and ($6::text is null or status = $6) limit $3',
  )
})
