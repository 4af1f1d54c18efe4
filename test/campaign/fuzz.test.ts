import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaign } from '#test/hostile/campaign.ts'

const inputs = 3000
const seed = Math.floor(Math.random() * 2 ** 31)

test(`${inputs} bad inputs from the declared schemas are rejected, with the seed ${seed}`, async t => {
  const { kinds, statuses } = await campaign(inputs, seed)
  t.diagnostic(`answers by status: ${JSON.stringify(Object.fromEntries(statuses))}`)
  const requestCount = [...kinds.values()].reduce((sum, times) => sum + times, 0)
  assert.ok(requestCount >= inputs, `${requestCount} requests`)
})
