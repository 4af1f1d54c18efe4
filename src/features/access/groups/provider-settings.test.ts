import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { hour } from '#lib/clock.ts'
import { type Groups, startGroups } from '#test/group-sign-on.ts'
import { applyFile, changeWithSecond } from '#test/second-administrator.ts'

let g: Groups
before(async () => {
  g = await startGroups()
})
after(() => g[Symbol.asyncDispose]())

test('if groups apply only to new people, a person added by an administrator keeps their role', async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  const reviewer = { sub: 'reviewer', email: 'reviewer@acme.example', email_verified: true }
  assert.equal((await g.enter({ ...reviewer, groups: ['auditors'] })).body.person.role, 'reviewer')
})

test("the provider's default role applies if configured, and mapping can reach everyone at their next sign-on", async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  await g.configure({ defaultRole: 'contributor', withoutGroup: 'default_role', mapPeople: 'all' })
  const { body } = await g.enter({ ...g.newClaims(), groups: [] })
  const { role, mappedGrant } = await g.rightsOf(body.person.id)
  assert.deepEqual([role, mappedGrant], ['contributor', 'default_role'])
  const reviewer = await g.enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal(reviewer.body.person.role, 'auditor')
  // Without the default role, they lose access at once.
  await g.configure({ mapPeople: 'all' })
  assert.equal((await g.rightsOf(body.person.id)).status, 'disabled')
})

test('the last administrator keeps the role, managed by hand, with an event; other administrators lose it', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
  ])
  const admin = { sub: 'admin', email: 'admin@acme.example', email_verified: true }
  const signOn = await g.enter({ ...admin, groups: ['auditors'] })
  assert.deepEqual([signOn.status, signOn.body.person.role, signOn.body.person.mappedFrom], [200, 'admin', undefined])
  assert.equal((await g.eventsOf('lastAdministratorKept')).length, 1)
  await g.enter({ ...admin, groups: [] })
  assert.equal((await g.eventsOf('lastAdministratorKept')).length, 1, 'at most one event a day')
  const second = await g.someone('admins')
  assert.equal((await g.enter({ ...admin, groups: ['admins'] })).body.person.mappedFrom, 'single_sign_on')
  assert.equal((await second.enter('auditors')).body.person.role, 'auditor')
  // After the rule for administrators is removed, one of the two mapped administrators keeps the role.
  await applyFile(g.p, { groupRules: { rules: [{ group: 'auditors', role: 'auditor' }] } })
  const { role, mappedFrom } = await g.rightsOf(signOn.body.person.id)
  assert.deepEqual([role, mappedFrom], ['admin', undefined])
})

test('removing the provider leaves its people managed by hand, with their current access', async () => {
  const { id } = await g.someone('auditors')
  g.p.clock.advance(hour)
  await changeWithSecond(g.p, await g.people.administrator(), ['DELETE', '/identity-provider'])
  const { role, status, mappedFrom } = await g.rightsOf(id)
  assert.deepEqual([role, status, mappedFrom], ['auditor', 'active', undefined])
})
