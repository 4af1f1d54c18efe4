import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#api/call.ts'
import { createHolding } from './holding.ts'
import { Lanes } from './lanes.ts'

test('while no lane is held, leases are not renewed and endpoints not looked at', async () => {
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
  const holding = createHolding(services as unknown as Services, new Lanes())
  const look = async () => {
    await holding.renew()
    await holding.poll()
    await holding.acquire()
  }
  // Another process of the same id may have left some.
  await look()
  assert.deepEqual(asked.splice(0), ['held', 'leased'])
  await look()
  await look()
  assert.deepEqual(asked, ['leased', 'leased'])
})
