import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newBlobKey } from '#lib/blob-store.ts'
import { iso, minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { openPath, prover, textFile } from '#test/proof.ts'
import { bindingsOf } from '#test/storage/bindings.ts'
import { startMemoryS3 } from '#test/storage/memory-s3.ts'
import { boot } from '#test/system.ts'

const size = Number(process.env.DAMAGED_OBJECTS ?? 1000)
const intactCount = 500
const chunkSize = 1000

interface StoredObject {
  readonly key: string
  readonly bytes: Buffer
  /** The key of the file's second copy, which is in the folder. */
  readonly secondKey: string | undefined
  artifactId: string
}

/** A third of the files is altered, a third truncated and a third deleted. The last files stay unchanged. */
const damages: readonly ((bytes: Buffer) => Buffer | undefined)[] = [
  bytes => {
    const index = randomBytes(2).readUInt16BE() % bytes.length
    bytes[index] = Number(bytes[index]) ^ (1 << (index % 8))
    return bytes
  },
  bytes => bytes.subarray(0, bytes.length - 1 - (bytes.length % 7)),
  () => undefined,
]

test(`${size} damaged objects: all are detected, none is served, and those with a second copy are repaired`, async () => {
  await using resources = new AsyncDisposableStack()
  const bucket = resources.use(await startMemoryS3())
  const dataDir = await mkdtemp(join(tmpdir(), 'probata-damage-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  const p = resources.use(await boot({ env: { PROBATA_STORAGE_ALLOW: '127.0.0.0/8', PROBATA_DATA_DIR: dataDir } }))
  bucket.clock = p.clock
  const cookie = await p.signIn('admin@acme.example')
  const token = await p.token('acme-scanner')
  const binding = await bindingsOf(p, () => cookie).activate(bucket, { encryption: 'none' })
  const client = prover(p, () => token)
  const claimId = await client.newClaim()
  const template = await client.attach(claimId, textFile('the template for the others'))
  const [row] = await p.sql('select organization_id from attachment_link where artifact_id = $1', [template.artifactId])
  const acme = String(row?.organization_id)
  const [folder] = await p.sql(`select id from storage_binding where organization_id = $1 and kind = 'folder'`, [acme])
  const sample = [...bucket.objects.keys()].find(key => key.includes(acme)) ?? ''
  const root = sample.slice(0, sample.indexOf(acme) + acme.length)
  const bucketKey = (key: string) => `${root}/${key.slice(0, 2)}/${key}`
  const path = (key: string) => join(dataDir, 'blobs', acme, key.slice(0, 2), key)

  const allObjects: StoredObject[] = Array.from({ length: size + intactCount }, (_, i) => ({
    key: newBlobKey(),
    bytes: randomBytes(100 + (i % 900)),
    secondKey: i % 2 === 0 ? newBlobKey() : undefined,
    artifactId: '',
  }))
  for (let from = 0; from < allObjects.length; from += chunkSize) {
    const chunkObjects = allObjects.slice(from, from + chunkSize)
    const insertedRows = await p.sql(
      `with given as (select * from unnest($2::text[], $3::bigint[], $4::text[]) as g (key, size, sum)),
       named as (select *, new_identifier('art', $5) as art, new_identifier('arl', $5) as arl from given),
       artifacts as (insert into artifact (organization_id, id, blob_key, byte_size, checksum_sha256, inline_preview_allowed)
         select $1, art, key, size, sum, false from named),
       copies as (insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
         select $1, key, key, $6, 'verified', size, $5, $5 from named),
       links as (insert into attachment_link (organization_id, id, claim_id, artifact_id, record)
         select $1, arl, $7, art, replace(replace(l.record, $8, art), l.id, arl) from named, attachment_link l where l.artifact_id = $8)
       select key, art from named`,
      [
        acme,
        chunkObjects.map(({ key }) => key),
        chunkObjects.map(({ bytes }) => bytes.length),
        chunkObjects.map(({ bytes }) => sha256Hex(bytes)),
        iso(p.clock.now()),
        binding,
        claimId,
        template.artifactId,
      ],
    )
    const artifacts = new Map(insertedRows.map(({ key, art }) => [String(key), String(art)]))
    for (const object of chunkObjects) {
      object.artifactId = artifacts.get(object.key) ?? ''
      bucket.objects.set(bucketKey(object.key), { bytes: object.bytes, at: new Date(p.clock.now()) })
      if (object.secondKey === undefined) continue
      await mkdir(join(path(object.secondKey), '..'), { recursive: true })
      await writeFile(path(object.secondKey), object.bytes)
    }
    const withSecondCopy = chunkObjects.filter(({ secondKey }) => secondKey !== undefined)
    await p.sql(
      `insert into blob_copy (organization_id, object_key, blob_key, binding_id, state, stored_bytes, since, scrubbed_at)
       select $1, second, key, $4, 'verified', 1, $5, $5 from unnest($2::text[], $3::text[]) as g (second, key)`,
      [
        acme,
        withSecondCopy.map(({ secondKey }) => secondKey),
        withSecondCopy.map(({ key }) => key),
        folder?.id,
        iso(p.clock.now()),
      ],
    )
  }
  const damaged = allObjects.slice(0, size)
  for (const [i, { key, bytes }] of damaged.entries()) {
    const damagedBytes = damages[i % damages.length]?.(Buffer.from(bytes))
    if (damagedBytes) bucket.objects.set(bucketKey(key), { bytes: damagedBytes, at: new Date(p.clock.now()) })
    else bucket.objects.delete(bucketKey(key))
  }

  const startedAt = performance.now()
  await p.system.runJob('scrub-stored-files')
  p.clock.advance(11 * minute)
  await p.system.runJob('scrub-stored-files')
  const seconds = (performance.now() - startedAt) / 1000

  const foundKeys = new Set(
    (await p.sql(`select object_key from blob_copy where state = 'damaged'`)).map(row => String(row.object_key)),
  )
  assert.equal(foundKeys.size, size)
  for (const { key } of damaged) assert.ok(foundKeys.has(key))
  const events = await p.sql(`select type, count(*)::int as count from security_event
    where type like 'storageOperations%' group by type order by type`)
  assert.deepEqual(events, [
    { type: 'storageOperationsCopyRepaired', count: damaged.filter(({ secondKey }) => secondKey !== undefined).length },
    { type: 'storageOperationsDigestMismatch', count: damaged.filter((_, i) => i % 3 !== 2).length },
    { type: 'storageOperationsObjectMissing', count: damaged.filter((_, i) => i % 3 === 2).length },
  ])

  // Deletes the second copies, so that opened files come from the bucket from now on.
  await rm(join(dataDir, 'blobs', acme), { recursive: true })
  const reader = await p.token('acme-scanner')
  let servedCount = 0
  let rejectedCount = 0
  const queue = allObjects.entries()
  const openAll = async () => {
    for (const [i, { artifactId, bytes, secondKey }] of queue) {
      const { status, body } = await p.call('GET', openPath(claimId, artifactId), { token: reader })
      const isWhole = i >= size || secondKey !== undefined
      assert.equal(status, isWhole ? 200 : 503)
      if (isWhole) assert.ok(Buffer.from(body.content.dataBase64, 'base64').equals(bytes))
      else assert.equal(body.file, i % 3 === 2 ? 'missing' : 'altered')
      if (isWhole) servedCount++
      else rejectedCount++
    }
  }
  await Promise.all(Array.from({ length: 16 }, openAll))
  assert.equal(servedCount + rejectedCount, allObjects.length)
  process.stdout.write(
    `${size} found and ${rejectedCount} rejected, ${servedCount} served correctly, in ${seconds.toFixed(1)} s of scrubbing\n`,
  )
})
