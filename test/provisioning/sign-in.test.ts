import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { password } from '#test/fixture.ts'
import { type Groups, startGroups } from '#test/group-sign-on.ts'

let g: Groups
before(async () => {
  g = await startGroups()
})
after(() => g[Symbol.asyncDispose]())

const apply = (fields: object) =>
  provision(g.p.system.services, sections, { organizations: [{ slug: 'acme', name: 'acme Bank', ...fields }] })

const rules = async () => (await g.asAdmin('GET', '/group-rules')).body.rules

test('rules of the file replace the existing ones, name units by key, and apply to people at once', async () => {
  const north = await g.unit('north')
  const groupRules = {
    rules: [
      { group: 'auditors', role: 'auditor' },
      { group: 'north', role: 'reviewer', units: ['north'] },
      { source: 'scim', group: 'auditors', role: 'contributor' },
    ],
  }
  assert.equal((await apply({ groupRules })).counts.created, 1)
  assert.deepEqual(await rules(), [
    { source: 'single_sign_on', group: 'auditors', role: 'auditor' },
    { source: 'single_sign_on', group: 'north', role: 'reviewer', unitIds: [north] },
    { source: 'scim', group: 'auditors', role: 'contributor' },
  ])
  const { id } = await g.someone('north')
  const repeat = await apply({ groupRules })
  assert.deepEqual([repeat.counts.created, repeat.counts.updated], [0, 0])
  assert.equal((await apply({ groupRules: { rules: [{ group: 'north', role: 'auditor' }] } })).counts.updated, 1)
  assert.equal((await g.rightsOf(id)).role, 'auditor')
  const [event] = await g.p.sql(
    `select record::json ->> 'actorId' as by from audit_event where action = 'group_rules.set' order by id desc limit 1`,
  )
  assert.equal(event?.by, 'provisioning')
})

test('invalid rules are rejected with the path of the error, and nothing changes', async () => {
  const rulesBefore = await rules()
  const invalidRules: readonly [object[], RegExp][] = [
    [[{ group: 'x', role: 'auditor', units: ['nowhere'] }], /groupRules\.rules name the unit nowhere/],
    [
      [
        { group: 'x', role: 'auditor' },
        { group: 'x', role: 'reviewer' },
      ],
      /rules are refused: .*occurs twice/,
    ],
    [[{ group: 'x', role: 'admin', units: ['north'] }], /administrators/],
  ]
  for (const [invalid, message] of invalidRules)
    await assert.rejects(apply({ groupRules: { rules: invalid } }), message)
  assert.deepEqual(await rules(), rulesBefore)
})

test('a role in the file does not change a person whose access follows from groups', async () => {
  const { id, claims } = await g.someone('north')
  const user = { email: claims.email, name: 'Another Name', role: 'admin', password }
  assert.equal((await apply({ users: [user] })).counts.updated, 1)
  const { role, mappedFrom } = await g.rightsOf(id)
  assert.deepEqual([role, mappedFrom], ['auditor', 'single_sign_on'])
  assert.equal((await apply({ users: [user] })).counts.unchanged > 0, true)
})

test('the file can require single sign-on only under the same conditions as an administrator', async () => {
  const forced = { signIn: 'single_sign_on', breakGlass: ['admin@acme.example'] }
  await assert.rejects(
    apply({ signInPolicy: forced }),
    /signInPolicy\.signIn is refused: No administrator is signed in/,
  )
  await g.enter({ sub: 'admin', email: 'admin@acme.example', email_verified: true })
  await assert.rejects(apply({ signInPolicy: forced }), /is refused: .*second factor/)
  await assert.rejects(
    apply({ signInPolicy: { ...forced, breakGlass: ['unknown@acme.example'] } }),
    /unknown@acme\.example/,
  )
  assert.equal((await g.asAdmin('GET', '/sign-in-policy')).body.signIn, 'any')
  const unchanged = await apply({ signInPolicy: { signIn: 'any' } })
  assert.deepEqual([unchanged.counts.created, unchanged.counts.updated], [0, 0])
})
