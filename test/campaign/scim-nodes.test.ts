import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNodeProcesses } from '#test/node-processes.ts'
import { groupUrn, newSender, patch, senderOf } from '#test/scim.ts'

/** A random number generator (mulberry32) that restarts with each seed. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const shuffle = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map(item => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)

test('1,000 simultaneous operations over two nodes: no server error, and both nodes show the combined result', async t => {
  await using processes = await startNodeProcesses()
  const { nodes, sql } = processes
  const first = await newSender(nodes[0])
  const senders = nodes.map(node => senderOf(node, first.workspace, first.token))
  const random = randomOf(20261128)
  const pick = () => senders[random() < 0.5 ? 0 : 1] ?? first
  const users = await Promise.all(Array.from({ length: 50 }, (_, i) => first.user(`before-${i}@acme.example`)))
  const groups: string[] = await Promise.all(
    Array.from({ length: 5 }, async (_, i) => {
      const { id } = await first.ok('POST', '/Groups', { schemas: [groupUrn], displayName: `Group ${i}` })
      return id
    }),
  )
  // No two of these requests change the same value, so the result does not depend on their order.
  const distinctChanges = [
    ...users.slice(0, 40).flatMap((id, i) => [
      {
        method: 'PATCH',
        path: `/Users/${id}`,
        body: patch({ op: 'Replace', path: 'active', value: i % 2 ? 'False' : 'True' }),
      },
      { method: 'PATCH', path: `/Users/${id}`, body: patch({ op: 'replace', value: { displayName: `After ${i}` } }) },
      {
        method: 'PATCH',
        path: `/Users/${id}`,
        body: patch({ op: 'add', path: 'name.familyName', value: `Family ${i}` }),
      },
    ]),
    ...users.slice(40).map(id => ({ method: 'DELETE', path: `/Users/${id}`, body: undefined })),
    ...groups.flatMap(group =>
      users.slice(0, 40).map(value => ({
        method: 'PATCH',
        path: `/Groups/${group}`,
        body: patch({ op: 'Add', path: 'members', value: [{ value }] }),
      })),
    ),
    ...Array.from({ length: 100 }, (_, i) => ({
      method: 'POST',
      path: '/Users',
      body: { userName: `new-${i}@acme.example`, externalId: `new-${i}` },
    })),
  ]
  // Each user is sent several times and is created only once. The remaining requests read.
  const repeatedCreates = Array.from({ length: 340 }, (_, i) => ({
    method: 'POST',
    path: '/Users',
    body: { userName: `new-${i % 100}@acme.example`, externalId: `new-${i % 100}` },
  }))
  const reads = Array.from({ length: 1000 - distinctChanges.length - repeatedCreates.length }, (_, i) => ({
    method: 'GET',
    path: i % 2 ? '/Users?filter=active%20eq%20true' : `/Groups/${groups[i % groups.length]}`,
    body: undefined,
  }))
  const operations = shuffle([...distinctChanges, ...repeatedCreates, ...reads], random)
  assert.equal(operations.length, 1000)
  const startedAt = performance.now()
  const results = await Promise.all(
    operations.map(async operation => ({
      operation,
      response: await pick().send(operation.method, operation.path, operation.body),
    })),
  )
  t.diagnostic(`${operations.length} operations in ${Math.round(performance.now() - startedAt)} ms`)

  const unexpected = results.filter(({ operation, response }) => {
    const isCreate = operation.method === 'POST'
    return !(response.status < 300 || (isCreate && response.status === 409))
  })
  assert.deepEqual(
    unexpected.map(
      ({ operation, response }) => `${operation.method} ${operation.path} ${response.status} ${response.text}`,
    ),
    [],
  )
  const creations = results.filter(({ operation, response }) => operation.method === 'POST' && response.status === 201)
  assert.equal(creations.length, 100)

  const states = await Promise.all(
    senders.map(async sender => ({
      users: (await sender.ok('GET', '/Users?count=200')).Resources,
      groups: (await sender.ok('GET', '/Groups?count=200')).Resources,
    })),
  )
  const withoutOrigins = (value: unknown) => JSON.stringify(value).replaceAll(/https?:\/\/[^/]+/g, '')
  assert.equal(withoutOrigins(states[0]), withoutOrigins(states[1]))
  const [{ users: userRecords, groups: groupRecords } = { users: [], groups: [] }] = states
  const byId = new Map(userRecords.map((user: { id: string }) => [user.id, user]))
  for (const [i, id] of users.slice(0, 40).entries()) {
    const { active, displayName, name, groups: memberships } = Object(byId.get(id))
    assert.deepEqual(
      [active, displayName, name, memberships?.length],
      [i % 2 === 0, `After ${i}`, { familyName: `Family ${i}` }, 5],
    )
  }
  for (const id of users.slice(40)) assert.ok(!byId.has(id))
  for (const group of groupRecords) assert.equal(group.members.length, 40)
  const [row] = await sql(`select count(*)::int as people from scim_user where not deleted`)
  assert.equal(row?.people, 140)
})

test('a group of 5,000 members, sent one at a time', async t => {
  await using processes = await startNodeProcesses()
  const { nodes, sql } = processes
  const sender = await newSender(nodes[0])
  const { id } = await sender.ok('POST', '/Groups', { displayName: 'Everyone' })
  // Uses existing people: creating 5,000 logins is not the subject of this test.
  await sql(`insert into login (id, address, created_at)
    select new_identifier('lgn', now()), 'many-' || n || '@acme.example', now() from generate_series(1, 5000) n`)
  await sql(`insert into person (organization_id, id, login_id, role, disabled, record)
    select o.id, i.id, l.id, 'auditor', false, json_build_object('id', i.id, 'email', l.address, 'name', l.address,
           'role', 'auditor', 'status', 'active', 'secondFactor', 'none', 'createdAt', '2026-01-01T00:00:00.000Z',
           'updatedAt', '2026-01-01T00:00:00.000Z')
      from login l cross join lateral (select new_identifier('prs', now()) as id where l.id is not null) i, organization o
     where o.slug = 'acme' and l.address like 'many-%'`)
  const people = await sql(`select id from person where record::json ->> 'email' like 'many-%'`)
  assert.equal(people.length, 5000)
  const remaining = people.values()
  const startedAt = performance.now()
  const send = async () => {
    for (const { id: value } of remaining) {
      const body = patch({ op: 'Add', path: 'members', value: [{ value }] })
      assert.equal((await sender.send('PATCH', `/Groups/${id}`, body)).status, 204)
    }
  }
  await Promise.all(Array.from({ length: 16 }, send))
  t.diagnostic(`${Math.round(people.length / ((performance.now() - startedAt) / 1000))} members a second`)
  assert.equal((await sender.ok('GET', `/Groups/${id}`)).members.length, 5000)
  const { Resources } = await sender.ok('GET', `/Groups?excludedAttributes=members`)
  assert.equal('members' in Resources[0], false)
})
