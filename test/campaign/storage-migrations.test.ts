import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createRandom } from '#test/faults/random.ts'
import { runStorageMigrationFaults } from '#test/faults/storage-migrations.ts'
import { describeStorageOutcome, storageSteps } from '#test/faults/storage-outcome.ts'
import { serverBucket } from '#test/storage/buckets.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'

// Kills one node at each step. `npm run faults:storage` has 40 kills per step, also with Swift and with a bucket in
// memory.
test('files are received and moved to a Ceph bucket while nodes are killed at each step', {
  skip: skipWithoutCeph,
  // Twenty nodes are started one after another, which takes minutes on a busy machine.
  timeout: 900_000,
}, async t => {
  await using server = await startCeph()
  using bucket = await serverBucket(server)
  const seed = randomBytes(4).toString('hex')
  const outcome = await runStorageMigrationFaults({ bucket, kills: 1, files: 24, random: createRandom(seed) })
  const report = `seed ${seed}\n${describeStorageOutcome(outcome)}`
  assert.deepEqual(outcome.findings, [], report)
  assert.ok(outcome.opens > 0 && storageSteps.every(step => outcome.kills[step]), report)
  t.diagnostic(report)
})
