import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimedGroups } from './claimed-groups.ts'
import { type GroupRule, grantedAccess } from './granted-access.ts'

const known = (...groups: string[]) => ({ kind: 'known', groups })

test('groups come from a claim, from a path, or from a name with dots', () => {
  assert.deepEqual(claimedGroups({ groups: ['a', 'b'] }, 'groups'), known('a', 'b'))
  assert.deepEqual(claimedGroups({ groups: 'a' }, 'groups'), known('a'))
  assert.deepEqual(claimedGroups({ realm_access: { roles: ['a'] } }, 'realm_access.roles'), known('a'))
  assert.deepEqual(claimedGroups({ 'https://example.com/groups': ['a'] }, 'https://example.com/groups'), known('a'))
  for (const claims of [{}, { groups: null }, { groups: [] }])
    assert.deepEqual(claimedGroups(claims, 'groups'), known())
  for (const path of ['__proto__', 'constructor.name', 'groups.length', 'groups.0'])
    assert.deepEqual(claimedGroups({ groups: 'text' }, path), known(), path)
})

// https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference (groups overage claim)
test('groups that Entra leaves out are unknown, not none, with the way out', () => {
  const sources = { src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/1/getMemberObjects' } }
  for (const claims of [
    { _claim_names: { groups: 'src1' }, _claim_sources: sources },
    { hasgroups: true },
    { hasgroups: 'true' },
    { hasgroups: true, groups: [] },
  ]) {
    const { kind, ...told } = claimedGroups(claims, 'groups')
    assert.equal(kind, 'unknown')
    assert.match(JSON.stringify(told), /app roles.*SCIM/)
  }
  // App roles are the way out, and are in the same token.
  const claims = { _claim_names: { groups: 'src1' }, hasgroups: true, roles: ['Auditor'] }
  assert.deepEqual(claimedGroups(claims, 'roles'), known('Auditor'))
})

test('a claim of anything else is unknown', () => {
  for (const groups of [[{ name: 'a' }], ['a', 1], { a: true }, true, Array.from({ length: 2001 }, String)])
    assert.equal(claimedGroups({ groups }, 'groups').kind, 'unknown')
})

const rules: readonly GroupRule[] = [
  { group: 'auditors', role: 'auditor' },
  { group: 'north', role: 'contributor', unitIds: ['unt_n', 'unt_c'] },
  { group: 'south', role: 'reviewer', unitIds: ['unt_s', 'unt_c'] },
]

test('the highest role wins, and units add up', () => {
  assert.deepEqual(grantedAccess(rules, ['north', 'south']), { role: 'reviewer', unitIds: ['unt_c', 'unt_n', 'unt_s'] })
  assert.deepEqual(grantedAccess(rules, ['south', 'north', 'south']), grantedAccess(rules, ['north', 'south']))
  assert.deepEqual(grantedAccess(rules, ['north']), { role: 'contributor', unitIds: ['unt_c', 'unt_n'] })
  assert.deepEqual(grantedAccess(rules, ['north', 'auditors']), { role: 'contributor' })
})

test('an administrator has the whole workspace, whatever the units of rules', () => {
  const admins: GroupRule = { group: 'admins', role: 'admin' }
  assert.deepEqual(grantedAccess([...rules, admins], ['admins', 'north']), { role: 'admin' })
  assert.deepEqual(grantedAccess([{ ...admins, unitIds: ['unt_n'] }], ['admins']), { role: 'admin' })
})

test('without a group of a rule there is no access; names are compared exactly', () => {
  for (const groups of [[], ['North'], ['north '], ['others']]) assert.equal(grantedAccess(rules, groups), undefined)
})
