import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#http/call.ts'
import { createBacklogSample } from './backlog-metric.ts'

test('a scrape does not wait for an unresponsive database, and has the counts after it responds', async () => {
  const answer = Promise.withResolvers<unknown[]>()
  let asked = 0
  const services = {
    clock: { now: () => 100_000 },
    db: {
      readInstall() {
        asked++
        return answer.promise
      },
    },
  }
  const sample = createBacklogSample(services as unknown as Services)
  assert.deepEqual([await sample(), await sample(), asked], [{}, {}, 1])
  answer.resolve([{ state: 'active', waiting: 3, oldest: 40_000 }])
  const none = { waiting: 0, oldest: 0 }
  assert.deepEqual(await sample(), {
    active: { waiting: 3, oldest: 60 },
    failing: none,
    paused: none,
    stopped: none,
  })
})
