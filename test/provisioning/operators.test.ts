import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { provision } from '#src/features/provisioning/provision.ts'
import { sections } from '#src/features.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
before(async () => {
  p = await boot({ provision: null })
})
after(() => p[Symbol.asyncDispose]())

const apply = (...organizations: object[]) => provision(p.system.services, sections, { organizations })

const user = (name: string, role: string) => ({ email: `${name}@firm.example`, name, role, password })

test('initial administrators of an organization cause no event; later ones do', async () => {
  const events = async () =>
    (await p.sql(`select record from security_event where type = 'administratorAdded' order by id`)).map(
      ({ record }) => JSON.parse(String(record)).context.personId,
    )
  const firm = { slug: 'firm', name: 'Firm' }
  await apply({ ...firm, users: [user('ada', 'admin'), user('otto', 'auditor')] })
  assert.deepEqual(await events(), [])
  await apply({ ...firm, users: [user('ada', 'admin'), user('otto', 'admin'), user('zoe', 'admin')] })
  const people = await p.sql(`select id, record from person order by id`)
  const idOf = (name: string) => people.find(({ record }) => JSON.parse(String(record)).name === name)?.id
  assert.deepEqual(await events(), [idOf('otto'), idOf('zoe')])
  await apply({ ...firm, users: [user('ada', 'admin'), user('otto', 'admin')] })
  assert.equal((await events()).length, 2)
})

test('one organization operates the install: the mark moves, can be removed, and stays if omitted', async () => {
  const operatorSlugs = async () =>
    (await p.sql('select slug from organization where operator order by slug')).map(({ slug }) => slug)
  const [one, two] = [
    { slug: 'one', name: 'One' },
    { slug: 'two', name: 'Two' },
  ]
  await apply({ ...one, operator: true }, two)
  assert.deepEqual(await operatorSlugs(), ['one'])
  assert.equal((await apply(one, two)).counts.unchanged, 2)
  assert.deepEqual(await operatorSlugs(), ['one'])
  await apply({ ...two, operator: true })
  assert.deepEqual(await operatorSlugs(), ['two'])
  await apply({ ...one, operator: false })
  assert.deepEqual(await operatorSlugs(), ['two'])
  await apply({ ...two, operator: false })
  assert.deepEqual(await operatorSlugs(), [])
  await assert.rejects(apply({ ...one, operator: true }, { ...two, operator: true }), {
    name: 'ProvisionError',
    message: 'organizations[1].operator is the same as in organizations[0]',
  })
  await assert.rejects(apply({ ...one, operator: 'yes' }), { name: 'ProvisionError' })
})
