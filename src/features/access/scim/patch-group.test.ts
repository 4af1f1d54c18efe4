import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGroupPatch } from './patch-group.ts'

const read = (...Operations: unknown[]) => readGroupPatch({ Operations })
const rejects = (kind: string, ...operations: unknown[]) =>
  assert.throws(() => read(...operations), { name: 'ScimProblem', kind })

// https://learn.microsoft.com/en-us/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
test('Entra removes members by a list of values, and by a filter in the path', () => {
  assert.deepEqual(read({ op: 'Remove', path: 'members', value: [{ value: 'u1091' }] }).members, [
    { op: 'remove', ids: ['u1091'] },
  ])
  assert.deepEqual(read({ op: 'remove', path: 'members[value eq "7f4bc1a3-285e"]' }).members, [
    { op: 'remove', ids: ['7f4bc1a3-285e'] },
  ])
})

// https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
test('Entra adds members as a list, and renames groups', () => {
  assert.deepEqual(read({ op: 'Add', path: 'members', value: [{ $ref: null, value: 'f648f8d5' }] }).members, [
    { op: 'add', ids: ['f648f8d5'] },
  ])
  assert.equal(read({ op: 'Replace', path: 'displayName', value: '1879db59' }).displayName, '1879db59')
})

// https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
test('Okta renames without a path, with the id next to the name, and replaces members', () => {
  const { displayName, ignored } = read({ op: 'replace', value: { id: 'abf4dd94', displayName: 'Auditors' } })
  assert.equal(displayName, 'Auditors')
  assert.deepEqual(ignored, [])
  const members = [{ value: 'a', display: 'a@example.com' }, { value: 'b' }, { value: 'a' }]
  assert.deepEqual(read({ op: 'replace', path: 'members', value: members }).members, [{ op: 'keep', ids: ['a', 'b'] }])
})

test('changes of members keep their order', () => {
  const operations = [
    { op: 'remove', path: 'members' },
    { op: 'add', path: 'members', value: { value: 'a' } },
    { op: 'remove', path: 'members[value eq "a" or value eq "b"]' },
    { op: 'replace', path: 'members', value: [] },
  ]
  assert.deepEqual(read(...operations).members, [
    { op: 'clear' },
    { op: 'add', ids: ['a'] },
    { op: 'remove', ids: ['a', 'b'] },
    { op: 'keep', ids: [] },
  ])
})

test('removing an empty list of members does not remove all of them', () => {
  assert.deepEqual(read({ op: 'Remove', path: 'members', value: [] }).members, [{ op: 'remove', ids: [] }])
})

test('unknown attributes are listed, and invalid changes rejected', () => {
  assert.deepEqual(read({ op: 'add', path: 'description', value: 'x' }).ignored, ['description'])
  rejects('mutability', { op: 'remove', path: 'displayName' })
  rejects('mutability', { op: 'replace', path: 'members[value eq "a"].display', value: 'x' })
  rejects('invalidFilter', { op: 'remove', path: 'members[display eq "a"]' })
  rejects('invalidFilter', { op: 'remove', path: 'members[not (value eq "a")]' })
  rejects('invalidValue', { op: 'add', path: 'members', value: [{ display: 'a' }] })
  rejects('invalidValue', { op: 'add', path: 'members', value: Array.from({ length: 10_001 }, String) })
})
