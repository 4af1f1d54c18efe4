import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { createRandom } from '#test/faults/random.ts'
import { storageMigrationFaults } from '#test/faults/storage-migrations.ts'
import { type Bucket, describeStorageOutcome, storageSteps } from '#test/faults/storage-outcome.ts'
import { memoryBucket, serverBucket } from '#test/storage/buckets.ts'
import { skipWithoutCeph, startCeph } from '#test/storage/ceph.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'

// Twenty nodes are started, one after the other: on a busy machine that takes minutes.
const patient = { timeout: 900_000 }

// One kill at each step, where `npm run faults:storage` has 40.
suite('files come and move while nodes are killed at each step', { concurrency: false }, () => {
  const strike = async (bucket: Bucket) => {
    const seed = randomBytes(4).toString('hex')
    const outcome = await storageMigrationFaults({ bucket, kills: 1, files: 24, random: createRandom(seed) })
    const report = `seed ${seed}\n${describeStorageOutcome(outcome)}`
    assert.deepEqual(outcome.findings, [], report)
    assert.ok(outcome.opens > 0 && storageSteps.every(step => outcome.kills[step]), report)
    return report
  }

  test('to a bucket in memory', patient, async t => {
    await using memory = await startMemoryS3()
    t.diagnostic(await strike(memoryBucket(memory)))
  })

  test('to a bucket of Ceph', { skip: skipWithoutCeph, ...patient }, async t => {
    await using server = await startCeph()
    using bucket = await serverBucket(server)
    t.diagnostic(await strike(bucket))
  })
})
