import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#http/call.ts'
import { Lanes } from './lanes.ts'
import { createLeases } from './leases.ts'

test('a node without lanes renews no leases and polls no endpoints', async () => {
  const queries: string[] = []
  const respond = async (name: string) => {
    queries.push(name)
    return []
  }
  const services = {
    nodeId: 'nod_x',
    clock: { now: () => 0 },
    db: {
      readInstall: () => respond('held'),
      transaction: () => respond('renewed'),
      together: async () => [await respond('leased')],
    },
  }
  const leases = createLeases(services as unknown as Services, new Lanes())
  const runOnce = async () => {
    await leases.renew()
    await leases.poll()
    await leases.acquire()
  }
  // An earlier process with the same id may have left leases.
  await runOnce()
  assert.deepEqual(queries.splice(0), ['held', 'leased'])
  await runOnce()
  await runOnce()
  assert.deepEqual(queries, ['leased', 'leased'])
})
