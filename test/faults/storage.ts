/**
 * `npm run faults:storage [-- --kills N --minutes N --store memory|swift|ceph --seed TEXT]`: kills nodes that receive
 * and move the files of a workspace at each step, and PostgreSQL and the store as well, while a reader opens files all
 * the time. Exits with 0 if every file was always readable, none is lost, and no object is left without a record.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { memoryBucket, serverBucket } from '#test/storage/buckets.ts'
import { startCeph } from '#test/storage/ceph.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { startSwift } from '#test/storage/swift.ts'
import { createRandom } from './random.ts'
import { runStorageMigrationFaults } from './storage-migrations.ts'
import { type Bucket, describeStorageOutcome } from './storage-outcome.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    minutes: { type: 'string', default: 'Infinity' },
    store: { type: 'string', default: 'ceph' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
})
const { seed, store } = values
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills must be a whole number of at least 1')

await using resources = new AsyncDisposableStack()
const stores: Readonly<Record<string, () => Promise<Bucket>>> = {
  memory: async () => memoryBucket(resources.use(await startMemoryS3())),
  swift: async () => resources.use(await serverBucket(resources.use(await startSwift()))),
  ceph: async () => resources.use(await serverBucket(resources.use(await startCeph()))),
}
const start = stores[store]
if (!start) throw new Error(`--store must be one of ${Object.keys(stores).join(', ')}`)

console.log(`seed ${seed}`)
const startedAt = performance.now()
const progress = (line: string) => console.log(`${Math.round((performance.now() - startedAt) / 1000)} s: ${line}`)
const outcome = await runStorageMigrationFaults({
  bucket: await start(),
  kills,
  isOver: () => (performance.now() - startedAt) / 60_000 > Number(values.minutes),
  files: 24,
  random: createRandom(seed),
  progress,
})
console.log(describeStorageOutcome(outcome))
process.exitCode = outcome.findings.length === 0 ? 0 : 1
