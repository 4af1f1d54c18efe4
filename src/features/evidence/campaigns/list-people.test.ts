import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Policies

before(async () => {
  p = await boot()
  acme = await createPolicies(p)
  await p.system.runJob('seal-ledger')
  await p.system.runJob('index-records')
})
after(() => p[Symbol.asyncDispose]())

interface Page {
  readonly people: readonly { readonly name: string; readonly standing: string }[]
  readonly pagination: {
    readonly nextCursor?: string
    readonly total?: { readonly count: number; readonly exact: boolean }
    readonly search?: { readonly similar: boolean; readonly current: boolean }
  }
}

const read = (id: string, query: string): Promise<Page> =>
  acme.client.get('auditor', `/policy-campaigns/${id}/people?${query}`)

const namesOf = async (id: string, query: string): Promise<string[]> =>
  (await read(id, query)).people.map(({ name }) => name)

test('the people of a campaign are listed by name, by whether they acknowledged, and counted', async () => {
  const { id } = await acme.campaign()
  for (const who of ['reviewer', 'auditor']) assert.equal((await acme.read(who, id)).status, 201)
  const everyone = await namesOf(id, '')
  assert.equal(everyone.length, 5)
  const sorted = everyone.toSorted()
  const names: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 3; pages++) {
    const page = await read(id, `sort=name&limit=2&total=true${cursor}`)
    assert.deepEqual(page.pagination.total, { count: 5, exact: true })
    names.push(...page.people.map(({ name }) => name))
    cursor = `&cursor=${page.pagination.nextCursor}`
  }
  assert.deepEqual(names, sorted)
  assert.deepEqual(await namesOf(id, 'sort=-name'), sorted.toReversed())

  for (const query of ['standing=outstanding', 'standing=outstanding&sort=name']) {
    const { people, pagination } = await read(id, `${query}&total=true`)
    assert.deepEqual([people.length, pagination.total], [3, { count: 3, exact: true }], query)
    assert.ok(people.every(({ standing }) => standing === 'outstanding'))
  }
  const acknowledged = await read(id, 'standing=acknowledged&sort=name')
  assert.deepEqual(
    acknowledged.people.map(({ standing }) => standing),
    ['acknowledged', 'acknowledged'],
  )
  assert.deepEqual(await namesOf(id, 'standing=left'), [])
})

test('the people of a campaign are searched by name, also with a typing error', async () => {
  const { id } = await acme.campaign({ roles: ['reviewer', 'contributor'] })
  const everyone = (await namesOf(id, 'sort=name')).toSorted()
  const { people } = await acme.client.get('admin', '/people')
  const { name } = people.find(({ role }: { role: string }) => role === 'contributor')
  assert.ok(everyone.includes(name))
  const word = name.split(' ')[0]
  assert.ok((await namesOf(id, `search=${word}`)).includes(name), word)
  const typo = await read(id, `search=${word.slice(0, -2)}${word.slice(-1)}x`)
  assert.equal(typo.pagination.search?.current, true)
  // People whom the campaign does not ask are not found.
  const auditor = people.find(({ role }: { role: string }) => role === 'auditor')
  const { people: found, pagination } = await read(id, `search=${auditor.name.split(' ')[0]}&total=true`)
  assert.ok(!found.some(({ name }) => name === auditor.name))
  assert.equal(pagination.total?.count, found.length)
})

test('a cursor of the people continues only the same standing, sort and campaign', async () => {
  const { id } = await acme.campaign()
  const { pagination } = await read(id, 'sort=name&limit=2&standing=outstanding')
  const other = await acme.campaign()
  const cursor = `cursor=${pagination.nextCursor}`
  await read(id, `sort=name&standing=outstanding&${cursor}`)
  for (const path of [
    `${id}/people?sort=name&${cursor}`,
    `${other.id}/people?sort=name&standing=outstanding&${cursor}`,
  ]) {
    const { status, body } = await acme.client.ask('admin', 'GET', `/policy-campaigns/${path}`)
    assert.deepEqual([status, body.error], [400, 'invalid_cursor'], path)
  }
  assert.equal((await acme.client.ask('admin', 'GET', `/policy-campaigns/${id}/people?standing=late`)).status, 400)
})
