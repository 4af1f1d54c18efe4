import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#http/call.ts'
import { Lanes } from './lanes.ts'
import { createLeases } from './leases.ts'

test('a node without lanes renews no leases and polls no endpoints', async () => {
  const asked: string[] = []
  const answer = async (name: string) => {
    asked.push(name)
    return []
  }
  const services = {
    nodeId: 'nod_x',
    clock: { now: () => 0 },
    db: {
      readInstall: () => answer('held'),
      transaction: () => answer('renewed'),
      together: async () => [await answer('leased')],
    },
  }
  const leases = createLeases(services as unknown as Services, new Lanes())
  const look = async () => {
    await leases.renew()
    await leases.poll()
    await leases.acquire()
  }
  // An earlier process with the same id may have left leases.
  await look()
  assert.deepEqual(asked.splice(0), ['held', 'leased'])
  await look()
  await look()
  assert.deepEqual(asked, ['leased', 'leased'])
})
