import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readClaimedGroups } from './claimed-groups.ts'
import { accessOfGroups } from './granted-access.ts'

const knownGroups = (...groups: string[]) => ({ kind: 'known', groups })

test('groups come from a claim, from a path, or from a name with dots', () => {
  assert.deepEqual(readClaimedGroups({ groups: ['a', 'b'] }, 'groups'), knownGroups('a', 'b'))
  assert.deepEqual(readClaimedGroups({ groups: 'a' }, 'groups'), knownGroups('a'))
  assert.deepEqual(readClaimedGroups({ realm_access: { roles: ['a'] } }, 'realm_access.roles'), knownGroups('a'))
  assert.deepEqual(
    readClaimedGroups({ 'https://example.com/groups': ['a'] }, 'https://example.com/groups'),
    knownGroups('a'),
  )
  for (const claims of [{}, { groups: null }, { groups: [] }])
    assert.deepEqual(readClaimedGroups(claims, 'groups'), knownGroups())
  for (const path of ['__proto__', 'constructor.name', 'groups.length', 'groups.0'])
    assert.deepEqual(readClaimedGroups({ groups: 'text' }, path), knownGroups(), path)
})

// https://learn.microsoft.com/en-us/entra/identity-platform/access-token-claims-reference (groups overage claim)
test('groups that Entra omitted count as unknown, not as no groups, and the refusal says what to do', () => {
  const sources = { src1: { endpoint: 'https://graph.microsoft.com/v1.0/users/1/getMemberObjects' } }
  for (const claims of [
    { _claim_names: { groups: 'src1' }, _claim_sources: sources },
    { hasgroups: true },
    { hasgroups: 'true' },
    { hasgroups: true, groups: [] },
  ]) {
    const { kind, ...details } = readClaimedGroups(claims, 'groups')
    assert.equal(kind, 'unknown')
    assert.match(JSON.stringify(details), /app roles.*SCIM/)
  }
  // App roles are the alternative and are in the same token.
  const claims = { _claim_names: { groups: 'src1' }, hasgroups: true, roles: ['Auditor'] }
  assert.deepEqual(readClaimedGroups(claims, 'roles'), knownGroups('Auditor'))
})

test('a claim of any other type makes groups unknown', () => {
  for (const groups of [[{ name: 'a' }], ['a', 1], { a: true }, true, Array.from({ length: 2001 }, String)])
    assert.equal(readClaimedGroups({ groups }, 'groups').kind, 'unknown')
})

type Rules = Parameters<typeof accessOfGroups>[0]

const rules: Rules = [
  { group: 'auditors', role: 'auditor' },
  { group: 'north', role: 'contributor', unitIds: ['unt_n', 'unt_c'] },
  { group: 'south', role: 'reviewer', unitIds: ['unt_s', 'unt_c'] },
  { group: 'east', role: 'reviewer', unitIds: ['unt_e'] },
]

test('the highest role wins, with only the units of its own rules', () => {
  assert.deepEqual(accessOfGroups(rules, ['north', 'south']), { role: 'reviewer', unitIds: ['unt_s', 'unt_c'] })
  assert.deepEqual(accessOfGroups(rules, ['south', 'north', 'south']), accessOfGroups(rules, ['north', 'south']))
  assert.deepEqual(accessOfGroups(rules, ['east', 'south']), { role: 'reviewer', unitIds: ['unt_s', 'unt_c', 'unt_e'] })
  assert.deepEqual(accessOfGroups(rules, ['north']), { role: 'contributor', unitIds: ['unt_n', 'unt_c'] })
  assert.deepEqual(accessOfGroups(rules, ['north', 'auditors']), { role: 'contributor', unitIds: ['unt_n', 'unt_c'] })
})

test('a rule for the whole workspace gives its role in every unit', () => {
  const everywhere: Rules = [...rules, { group: 'reviewers', role: 'reviewer' }]
  assert.deepEqual(accessOfGroups(everywhere, ['reviewers', 'south']), { role: 'reviewer' })
})

test('an administrator sees the whole workspace, whatever units the rules name', () => {
  const admins = { group: 'admins', role: 'admin' } as const
  assert.deepEqual(accessOfGroups([...rules, admins], ['admins', 'north']), { role: 'admin' })
  assert.deepEqual(accessOfGroups([{ ...admins, unitIds: ['unt_n'] }], ['admins']), { role: 'admin' })
})

test('a person without a matching rule has no access; names are compared exactly', () => {
  for (const groups of [[], ['North'], ['north '], ['others']]) assert.equal(accessOfGroups(rules, groups), undefined)
})
