import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour } from '#lib/clock.ts'
import { noon } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let nodes: readonly Probata[]
let clients: readonly WorkspaceClient[]

before(async () => {
  const firstNode = await boot()
  const secondNode = await boot({ database: firstNode.connection, provision: null })
  nodes = [firstNode, secondNode]
  clients = nodes.map(node => createWorkspaceClient(node))
})
after(async () => {
  for (const node of nodes.toReversed()) await node[Symbol.asyncDispose]()
})

const setClocks = (time: number) => {
  for (const { clock } of nodes) clock.set(time)
}

/** Reads the last three days of each trend from both nodes. */
const readTrends = () =>
  Promise.all(
    clients.map(async client => {
      const { trend } = await client.get('reviewer', '/overview/evidence')
      const { days, ...counts } = trend
      return {
        last: days.at(-1),
        ...Object.fromEntries(Object.entries(counts).map(([name, perDay]) => [name, (perDay as number[]).slice(-3)])),
      }
    }),
  )

const both = <Value>(value: Value): Value[] => [value, value]

test('cached counts of past days agree across nodes, and the count of today is always current', async () => {
  setClocks(noon)
  const [first, second] = clients
  assert.ok(first && second)
  const early = await first.claim('early')
  await first.decide(early, 'approve')
  const rejected = await second.claim('rejected')
  await second.decide(rejected, 'reject')
  // The other node reads the trend for the first time a day later.
  const { trend } = await first.get('reviewer', '/overview/evidence')
  assert.deepEqual([trend.created.at(-1), trend.accepted.at(-1), trend.rejected.at(-1)], [2, 1, 1])
  setClocks(noon + 3 * hour)
  await second.claim('late')
  assert.equal((await first.get('reviewer', '/overview/evidence')).trend.created.at(-1), 3)
  setClocks(noon + day)
  const nextDay = { last: '2099-11-21', created: [0, 3, 0], accepted: [0, 1, 0], rejected: [0, 1, 0] }
  assert.deepEqual(await readTrends(), both(nextDay))
  const claim = await second.claim('next')
  assert.deepEqual(await readTrends(), both({ ...nextDay, created: [0, 3, 1] }))
  await second.decide(claim, 'reject')
  assert.deepEqual(await readTrends(), both({ ...nextDay, created: [0, 3, 1], rejected: [0, 1, 1] }))
})

test('the counts of one workspace are not shown to another', async () => {
  const [node] = nodes
  assert.ok(node)
  const { trend } = await createWorkspaceClient(node, 'globex').get('admin', '/overview/evidence')
  assert.deepEqual([...new Set(trend.created)], [0])
})

test('a new node counts only records added since other nodes counted', async () => {
  const [first] = nodes
  assert.ok(first)
  setClocks(noon + 2 * day)
  await readTrends()
  const lastThree = async (probata: Probata) => {
    const { trend } = await createWorkspaceClient(probata).get('reviewer', '/overview/evidence')
    return trend.created.slice(-3)
  }
  const expected = await lastThree(first)
  {
    await using third = await boot({ database: first.connection, provision: null })
    third.clock.set(noon + 2 * day)
    assert.deepEqual(await lastThree(third), expected)
  }
  // Give the stored row a count that no recount would produce.
  await first.sql(`update day_count set days = (select json_agg(json_build_array(d -> 0, json_build_object('count', 7)))::text
    from json_array_elements(days::json) d)`)
  await using fourth = await boot({ database: first.connection, provision: null })
  fourth.clock.set(noon + 2 * day)
  assert.deepEqual(await lastThree(fourth), [7, 7, 7])
  assert.deepEqual(await lastThree(first), expected)
})
