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

test('with groups for new people only, a person added by an administrator stays unchanged', async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  const reviewer = { sub: 'reviewer', email: 'reviewer@acme.example', email_verified: true }
  assert.equal((await g.enter({ ...reviewer, groups: ['auditors'] })).body.person.role, 'reviewer')
})

test("the provider's default role applies if the workspace wants it, and mapping reaches everyone at their next sign-on", async () => {
  await g.setRules([{ group: 'auditors', role: 'auditor' }])
  await g.configure({ defaultRole: 'contributor', withoutGroup: 'default_role', mapPeople: 'all' })
  const { body } = await g.enter({ ...g.somebody(), groups: [] })
  const { role, mappedGrant } = await g.rightsOf(body.person.id)
  assert.deepEqual([role, mappedGrant], ['contributor', 'default_role'])
  const reviewer = await g.enter({ sub: 'reviewer', groups: ['auditors'] })
  assert.equal(reviewer.body.person.role, 'auditor')
  // With another setting they lose access at once.
  await g.configure({ mapPeople: 'all' })
  assert.equal((await g.rightsOf(body.person.id)).status, 'disabled')
})

test('the last administrator stays one, managed by hand, with an event; an earlier one does not', async () => {
  await g.setRules([
    { group: 'auditors', role: 'auditor' },
    { group: 'admins', role: 'admin' },
  ])
  const admin = { sub: 'admin', email: 'admin@acme.example', email_verified: true }
  const entered = await g.enter({ ...admin, groups: ['auditors'] })
  assert.deepEqual(
    [entered.status, entered.body.person.role, entered.body.person.mappedFrom],
    [200, 'admin', undefined],
  )
  assert.equal((await g.eventsOf('lastAdministratorKept')).length, 1)
  await g.enter({ ...admin, groups: [] })
  assert.equal((await g.eventsOf('lastAdministratorKept')).length, 1, 'one a day')
  const second = await g.someone('admins')
  assert.equal((await g.enter({ ...admin, groups: ['admins'] })).body.person.mappedFrom, 'single_sign_on')
  assert.equal((await second.enter('auditors')).body.person.role, 'auditor')
  // With one rule less, one of two mapped administrators stays.
  await applyFile(g.p, { groupRules: { rules: [{ group: 'auditors', role: 'auditor' }] } })
  const { role, mappedFrom } = await g.rightsOf(entered.body.person.id)
  assert.deepEqual([role, mappedFrom], ['admin', undefined])
})

test('removing the provider leaves its people managed by hand, with their present access', async () => {
  const { id } = await g.someone('auditors')
  g.p.clock.advance(hour)
  await changeWithSecond(g.p, await g.people.administrator(), ['DELETE', '/identity-provider'])
  const { role, status, mappedFrom } = await g.rightsOf(id)
  assert.deepEqual([role, status, mappedFrom], ['auditor', 'active', undefined])
})
