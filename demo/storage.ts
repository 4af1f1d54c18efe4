import assert from 'node:assert/strict'
import type { MemoryS3 } from '#test/storage/memory-s3.ts'
import type { DemoServer } from './server.ts'
import { call, type Headers, json, show, signIn, step } from './steps.ts'

const reason = 'Proof must be kept at the group’s provider.'
const bindings = '/api/workspace/storage-bindings'
const migrations = '/api/workspace/storage-migrations'

interface StoredReport {
  readonly report: Buffer
  /** Opens the report through the API. */
  open(): Promise<Buffer>
}

const runJob = async (server: DemoServer, adam: Headers, name: string): Promise<void> => {
  const { body } = await call(server, 200, 'POST', `/api/workspace/jobs/${name}/run`, json(adam, { reason }))
  assert.equal(body.outcome, 'succeeded')
}

const addBucket = async (server: DemoServer, adam: Headers, { settings, credentials }: MemoryS3) => {
  step('Adam, the administrator, adds a bucket as a second place for files; every probe must pass')
  const binding = { name: 'Group provider', kind: 's3', settings, credentials, reason }
  const { body: createdBinding } = await call(server, 201, 'POST', bindings, json(adam, binding))
  show(
    'place',
    `${createdBinding.name}, ${createdBinding.status}; files are ${createdBinding.encryption === 'none' ? 'kept as they are' : 'encrypted before they leave'}`,
  )
  show('credentials', `shown only as the end of the key, ${createdBinding.credential.hint}`)
  const { body: probed } = await call(
    server,
    200,
    'POST',
    `${bindings}/${createdBinding.id}/validate`,
    json(adam, { reason }),
  )
  for (const { probe, outcome, required } of probed.results) show(outcome, `${probe}${required ? '' : ' (optional)'}`)
  assert.equal(probed.passed, true)
  return createdBinding.id
}

const moveFiles = async (server: DemoServer, adam: Headers, targetId: string): Promise<void> => {
  step('He moves the files there: each is copied, read back and compared before the switch')
  const { body: listed } = await call(server, 200, 'GET', bindings, { headers: adam })
  const sourceId = listed.storageBindings.find(({ status }: { status: string }) => status === 'active').id
  const migrationRequest = { sourceId, targetId, mode: 'move', reason }
  const { body: counted } = await call(
    server,
    200,
    'POST',
    migrations,
    json(adam, { ...migrationRequest, dryRun: true }),
  )
  show('dry run', `${counted.items} files, ${counted.bytes} bytes`)
  const { body: startedMigration } = await call(server, 201, 'POST', migrations, json(adam, migrationRequest))
  show('migration', `${startedMigration.id}, ${startedMigration.status}`)
  await runJob(server, adam, 'storage-object-migration-runner')
  const { body: heldMigration } = await call(server, 200, 'GET', `${migrations}/${startedMigration.id}`, {
    headers: adam,
  })
  assert.deepEqual([heldMigration.status, heldMigration.items.left, heldMigration.items.failed], ['holding', 0, 0])
  show(
    'status',
    `${heldMigration.status}: ${heldMigration.items.copied} copied, ${heldMigration.items.left} left, ${heldMigration.items.failed} failed`,
  )
  show('way back', `the folder keeps its copies until ${heldMigration.deleteAfter}`)
}

const checkBucket = async (
  server: DemoServer,
  adam: Headers,
  bucket: MemoryS3,
  { report, open }: StoredReport,
): Promise<void> => {
  step('The bucket contains only sealed bytes; one of them is altered, and the next check finds it')
  const scrub = async () => {
    await runJob(server, adam, 'scrub-stored-files')
    const { body } = await call(server, 200, 'GET', '/api/workspace/storage/scrub', { headers: adam })
    show('copies', `${body.copies}, ${body.checked} found intact; ${body.suspects} wrong once, to be checked again`)
    return body.suspects
  }
  // Selects the report, which is by far the largest object.
  const [object] = [...bucket.objects.values()].toSorted((a, b) => b.bytes.length - a.bytes.length)
  assert.ok(object && !object.bytes.includes(report.subarray(0, 13)))
  show('object', `${object.bytes.length} bytes, beginning with ${object.bytes.subarray(0, 4)}`)
  assert.equal(await scrub(), 0)
  const originalBytes = object.bytes
  object.bytes = Buffer.from(originalBytes)
  object.bytes[1000] = Number(originalBytes[1000]) ^ 1
  assert.equal(await scrub(), 1)
  assert.ok((await open()).equals(report))
  show('opened', 'from the folder meanwhile; the bytes are those that were sent')
  object.bytes = originalBytes
}

/** Adds a bucket as a second binding, moves the files there, and checks them. */
export const moveToBucket = async (server: DemoServer, bucket: MemoryS3, storedReport: StoredReport): Promise<void> => {
  const adam = await signIn(server, 'adam@acme.example')
  await moveFiles(server, adam, await addBucket(server, adam, bucket))
  assert.ok((await storedReport.open()).equals(storedReport.report))
  await checkBucket(server, adam, bucket, storedReport)
}
