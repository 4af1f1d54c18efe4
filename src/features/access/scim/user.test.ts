import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scimError } from '#http/scim-error.ts'
import { ScimProblem } from './problem.ts'
import { readUser, toPersonFields } from './user.ts'

const person = (body: object) => toPersonFields(readUser(body).user)

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

// https://learn.microsoft.com/en-us/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
test('reads the body with which Entra creates a user', () => {
  const { user, ignored } = readUser({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', enterprise],
    externalId: '0a21f0f2',
    userName: 'Alice@Example.com',
    active: 'True',
    emails: [{ primary: true, type: 'work', value: 'alice.archer@example.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Alice Archer', familyName: 'Archer', givenName: 'Alice' },
    roles: [],
    [enterprise]: { department: 'Audit' },
  })
  assert.equal(user.active, true)
  assert.deepEqual(ignored, ['roles', enterprise])
  assert.deepEqual(toPersonFields(user), { email: 'alice@example.com', name: 'Alice Archer' })
})

// https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20
test('reads the body with which Okta replaces a user', () => {
  const { user, ignored } = readUser({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: '23a35c27',
    userName: 'bob@example.com',
    name: { givenName: 'Bob', middleName: '', familyName: 'Baker' },
    emails: [{ primary: true, value: 'bob@example.com', type: 'work', display: 'bob@example.com' }],
    active: false,
    groups: [],
    meta: { resourceType: 'User' },
  })
  assert.equal(user.active, false)
  assert.deepEqual(ignored, [])
  assert.deepEqual(toPersonFields(user), { email: 'bob@example.com', name: 'Bob Baker' })
})

test('if userName is not an address, the person gets the primary, work or first address', () => {
  const emails = [{ value: 'x@example.com' }, { value: 'w@example.com', type: 'Work' }]
  const userName = 'CORP\\alice'
  assert.equal(person({ userName, emails: emails.slice(0, 1) }).email, 'x@example.com')
  assert.equal(person({ userName, emails }).email, 'w@example.com')
  assert.equal(
    person({ userName, emails: [...emails, { value: 'p@example.com', primary: 'True' }] }).email,
    'p@example.com',
  )
  for (const invalidEmails of [[], [{ value: 'x' }], [{ value: '' }]])
    assert.throws(() => person({ userName, emails: invalidEmails }), {
      kind: 'invalidValue',
      message: /people sign in with it/,
    })
})

test('empty names are ignored; a long name is shortened for the person, not for the user', () => {
  const userName = 'a@example.com'
  const empty = { userName, displayName: '', name: { formatted: ' ', givenName: '', familyName: '' } }
  assert.equal(person(empty).name, userName)
  assert.deepEqual(readUser(empty).user.name, {})
  const long = { userName, displayName: '𝔛'.repeat(256) }
  assert.equal(readUser(long).user.displayName, long.displayName)
  assert.equal(person(long).name, `${'𝔛'.repeat(199)}…`)
  assert.equal(person({ userName, displayName: 'x'.repeat(200) }).name, 'x'.repeat(200))
})

test('an invalid user is rejected in the SCIM format', () => {
  for (const body of [null, [], 'a', 1])
    assert.throws(
      () => readUser(body),
      (error: unknown) => {
        assert.ok(error instanceof ScimProblem)
        assert.deepEqual(JSON.parse(scimError(error)), {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '400',
          scimType: 'invalidSyntax',
          detail: 'A user must be a JSON object.',
        })
        return true
      },
    )
  for (const body of [
    {},
    { userName: '' },
    { userName: 1 },
    { userName: 'a'.repeat(1025) },
    { userName: 'a@example.com', active: 'maybe' },
    { userName: 'a@example.com', name: 'Alice' },
    { userName: 'a@example.com', emails: Array.from({ length: 21 }, () => ({ value: 'a@example.com' })) },
  ])
    assert.throws(() => readUser(body), { kind: 'invalidValue' })
})
