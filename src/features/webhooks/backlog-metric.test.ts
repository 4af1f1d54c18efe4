import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Services } from '#http/call.ts'
import { createBacklogSample } from './backlog-metric.ts'

test('a scrape does not wait for an unresponsive database, and has the counts after it responds', async () => {
  const databaseResult = Promise.withResolvers<unknown[]>()
  let queryCount = 0
  const services = {
    clock: { now: () => 100_000 },
    db: {
      readInstall() {
        queryCount++
        return databaseResult.promise
      },
    },
  }
  const sample = createBacklogSample(services as unknown as Services)
  assert.deepEqual([await sample(), await sample(), queryCount], [{}, {}, 1])
  databaseResult.resolve([{ state: 'active', waiting: 3, oldest: 40_000 }])
  const noBacklog = { waiting: 0, oldest: 0 }
  assert.deepEqual(await sample(), {
    active: { waiting: 3, oldest: 60 },
    failing: noBacklog,
    paused: noBacklog,
    stopped: noBacklog,
  })
})
