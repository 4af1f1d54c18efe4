import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { observeWebhooks, type WebhookMatrix, webhookAccess } from '#test/access/webhook-matrix.ts'
import { difference, readStored } from '#test/contract/snapshots.ts'

let matrix: WebhookMatrix

const timeout = 300_000

before(
  async () => {
    matrix = await observeWebhooks()
  },
  { timeout },
)

test('owner of the webhook × caller × record: nothing is sent or shown to an account that may not read it', t => {
  t.diagnostic(`${matrix.requestCount} requests`)
  assert.deepEqual(matrix.violations, [])
})

test(`${webhookAccess.file} matches the responses`, () => {
  const differences = difference(readStored(webhookAccess), matrix.text)
  if (differences) assert.fail(`${webhookAccess.file} differs; if that is intended, npm run snapshots.\n${differences}`)
})
