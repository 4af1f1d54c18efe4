import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patchUser } from './patch-user.ts'
import type { ScimUser } from './user.ts'

const user: ScimUser = {
  userName: 'alice@example.com',
  externalId: 'e-1',
  displayName: 'Alice',
  name: { givenName: 'Alice', familyName: 'Archer' },
  emails: [{ value: 'alice@example.com', type: 'work', primary: true }],
  active: true,
}

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const patch = (...Operations: unknown[]) => patchUser(user, { schemas: [patchOp], Operations })
const rejects = (kind: string, ...operations: unknown[]) =>
  assert.throws(() => patch(...operations), { name: 'ScimProblem', kind })

// Entra ID, both variants of "Flags to alter the SCIM behavior":
// https://learn.microsoft.com/en-us/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility

test('Entra deactivates with a capitalized Replace and the string "False"', () => {
  const { user: after, changed } = patch({ op: 'Replace', path: 'active', value: 'False' })
  assert.equal(after.active, false)
  assert.deepEqual(changed, ['active'])
})

test('Entra with the 2020 flag deactivates with a boolean', () => {
  assert.equal(patch({ op: 'replace', path: 'active', value: false }).user.active, false)
})

test('active may be in an object without a path, also as a string', () => {
  for (const value of [false, 'False', 'false'])
    assert.equal(patch({ op: 'Replace', value: { active: value } }).user.active, false)
  for (const path of ['', null])
    assert.equal(patch({ op: 'Replace', path, value: { active: false } }).user.active, false)
})

test('Entra replaces several attributes, with filters, sub-attributes and the enterprise URN', () => {
  const employee = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber'
  const { user: after, ignored } = patch(
    { op: 'Replace', path: 'displayName', value: 'Pvlo' },
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' },
    { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
    { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
    { op: 'Replace', path: 'externalId', value: 'Eqpj' },
    { op: 'Replace', path: employee, value: 'Eqpj' },
  )
  assert.deepEqual(after, {
    ...user,
    displayName: 'Pvlo',
    emails: [{ value: 'new@example.com', type: 'work', primary: true }],
    name: { givenName: 'Gtfd', familyName: 'Pkqf' },
    externalId: 'Eqpj',
  })
  assert.deepEqual(ignored, [employee])
})

test('Entra with the flag sends paths and URNs as field names', () => {
  const employee = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber'
  const { user: after, ignored } = patch({
    op: 'replace',
    value: { displayName: 'Bjfe', 'name.givenName': 'Kkom', 'name.familyName': 'Unua', [employee]: 'Aklq' },
  })
  assert.equal(after.displayName, 'Bjfe')
  assert.deepEqual(after.name, { givenName: 'Kkom', familyName: 'Unua' })
  assert.deepEqual(ignored, [employee])
})

test('Entra adds an unstored attribute, and a manager with the URN as the path', () => {
  const manager = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager'
  const {
    user: after,
    changed,
    ignored,
  } = patch({ op: 'Add', path: 'nickName', value: 'Babs' }, { op: 'Add', path: manager, value: 'm-1' })
  assert.deepEqual(after, user)
  assert.deepEqual(changed, [])
  assert.deepEqual(ignored, ['nickName', manager])
})

test('replacing a missing work address creates it', () => {
  const withoutEmails = { ...user, emails: [] }
  const Operations = [{ op: 'Replace', path: 'emails[type eq "work"].value', value: 'a@example.com' }]
  assert.deepEqual(patchUser(withoutEmails, { Operations }).user.emails, [{ type: 'work', value: 'a@example.com' }])
})

// Okta: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
test('Okta deactivates and activates without a path', () => {
  const deactivated = patch({ op: 'replace', value: { active: false } }).user
  assert.equal(deactivated.active, false)
  assert.equal(patchUser(deactivated, { Operations: [{ op: 'replace', value: { active: true } }] }).user.active, true)
})

test('empty strings and null remove a name', () => {
  for (const value of ['', '  ', null]) {
    const { user: after } = patch(
      { op: 'Replace', path: 'name.givenName', value },
      { op: 'Replace', path: 'displayName', value },
    )
    assert.deepEqual(after.name, { familyName: 'Archer' })
    assert.equal(Object.hasOwn(after, 'displayName'), false)
  }
})

test('a name object changes only the parts that it contains', () => {
  const name = (value: unknown) => patch({ op: 'Replace', path: 'name', value }).user.name
  assert.deepEqual(name({ givenName: 'Al' }), { givenName: 'Al', familyName: 'Archer' })
  assert.deepEqual(name({ GIVENNAME: '' }), { familyName: 'Archer' })
  assert.deepEqual(patch({ op: 'remove', path: 'name' }).user.name, {})
  rejects('invalidValue', { op: 'Replace', path: 'name', value: 'Alice' })
})

test('display names of 256 characters are stored in full', () => {
  const value = 'x'.repeat(256)
  assert.equal(patch({ op: 'Add', path: 'displayName', value }).user.displayName, value)
})

test('the URN of the core user schema is accepted in a path', () => {
  const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
  assert.equal(patch({ op: 'replace', path: `${core}:active`, value: false }).user.active, false)
  assert.equal(patch({ op: 'replace', path: core, value: { active: false } }).user.active, false)
  assert.equal(patch({ op: 'replace', value: { [core]: { active: false } } }).user.active, false)
})

test('attribute and operation names are case insensitive', () => {
  assert.equal(patch({ OP: 'REPLACE', Path: 'ACTIVE', VALUE: 'FALSE' }).user.active, false)
})

test('an added address replaces an address of the same type and keeps those of other types', () => {
  const home = patch({ op: 'add', path: 'emails', value: [{ value: 'h@example.com', type: 'home' }] }).user.emails
  assert.deepEqual(home, [...user.emails, { value: 'h@example.com', type: 'home' }])
  const work = patch({ op: 'add', path: 'emails', value: { value: 'w@example.com', type: 'Work' } }).user.emails
  assert.deepEqual(work, [{ value: 'w@example.com', type: 'Work' }])
  assert.deepEqual(patch({ op: 'remove', path: 'emails[type eq "work"]' }).user.emails, [])
})

test('an invalid change is rejected with its error type and changes nothing', () => {
  rejects('invalidSyntax')
  rejects('invalidSyntax', { op: 'copy', path: 'active', value: true })
  rejects('noTarget', { op: 'remove' })
  rejects('invalidValue', { op: 'replace', value: false })
  rejects('invalidValue', { op: 'replace', path: 'active', value: 'no' })
  rejects('invalidValue', { op: 'replace', path: 'displayName', value: 'a\u0000' })
  rejects('invalidPath', { op: 'replace', path: 'emails[type eq "work"', value: 'a@example.com' })
  rejects('invalidPath', { op: 'replace', path: 'active[value eq "a"]', value: true })
  rejects('invalidFilter', { op: 'replace', path: 'emails[type co "w"].value', value: 'a@example.com' })
  rejects('mutability', { op: 'remove', path: 'userName' })
  rejects('mutability', { op: 'replace', path: 'userName', value: '' })
  rejects('mutability', { op: 'remove', path: 'active' })
  rejects('invalidSyntax', ...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'title', value: 'x' })))
  assert.equal(user.active, true)
})

test('no value reaches the prototype of an object', () => {
  const { user: after, ignored } = patch(
    { op: 'add', path: 'name.constructor', value: 'x' },
    { op: 'add', path: 'constructor', value: 'x' },
    { op: 'add', value: JSON.parse('{"name":{"__proto__":{"givenName":"x"}}}') },
  )
  assert.deepEqual(after, user)
  assert.deepEqual(ignored, ['name.constructor', 'constructor'])
})
