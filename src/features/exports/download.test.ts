import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { day, hour, minute } from '#lib/clock.ts'
import { bundles, exportsPath } from '#test/bundles.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'

const everything = { kind: 'everything' }

describe('downloading a bundle', { concurrency: false }, () => {
  let folder: string
  let p: Probata
  let other: Probata
  let auditor: { cookie: string }
  let id: string
  let bundleBytes: Buffer
  let artifactId: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probata-shared-'))
    const env = { PROBATA_DATA_DIR: folder }
    p = await boot({ env })
    // Another node on the same database and files.
    other = await boot({ database: p.connection, provision: null, env })
    auditor = { cookie: await p.signIn('auditor@acme.example') }
    const token = await p.token('acme-scanner')
    const { newClaim, attach } = prover(p, () => token)
    const claimId = await newClaim()
    ;({ artifactId } = await attach(claimId, textFile('x'.repeat(700_000))))
    await attach(claimId, textFile('a small one', 'small.txt'))
    const madeBundle = await bundles(p, auditor).make(everything)
    id = madeBundle.id
    bundleBytes = madeBundle.bytes
  })
  after(async () => {
    await other[Symbol.asyncDispose]()
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const download = (range?: string, extraHeaders: Record<string, string> = {}, url?: string) =>
    bundles(p, auditor).download(id, { ...(range !== undefined && { range }), ...extraHeaders }, url)

  test('a download returns its length and name, and accepts ranges', async () => {
    const { status, headers } = await download()
    assert.equal(status, 200)
    assert.equal(Number(headers['content-length']), bundleBytes.length)
    assert.equal(headers['content-type'], 'application/vnd.etsi.asic-e+zip')
    assert.equal(headers['accept-ranges'], 'bytes')
    assert.equal(headers['content-disposition'], `attachment; filename="${id}.asice"`)
    assert.match(String(headers.etag), /^"[\w-]{22}"$/)
    const head = await fetch(`${p.url}${exportsPath}/${id}/content?as=zip`, { method: 'HEAD', headers: auditor })
    assert.equal(Number(head.headers.get('content-length')), bundleBytes.length)
    assert.equal(head.headers.get('content-disposition'), `attachment; filename="${id}.zip"`)
  })

  test('any range from any node equals that part of the bundle', async () => {
    for (let i = 0; i < 60; i++) {
      const start = Math.floor(Math.random() * bundleBytes.length)
      const end = start + Math.floor(Math.random() * (bundleBytes.length - start))
      const { status, headers, bytes } = await download(`bytes=${start}-${end}`, {}, i % 2 ? other.url : p.url)
      assert.equal(status, 206)
      assert.equal(headers['content-range'], `bytes ${start}-${end}/${bundleBytes.length}`)
      assert.ok(bytes.equals(bundleBytes.subarray(start, end + 1)), `${start}-${end}`)
    }
    const last = await download('bytes=-22')
    assert.equal(last.bytes.readUInt32LE(0), 0x06054b50)
  })

  test('a download resumes on the other node after each interruption', async () => {
    const { headers } = await download()
    let received = Buffer.alloc(0)
    for (let breaks = 0; received.length < bundleBytes.length; breaks++) {
      const end = Math.min(bundleBytes.length, received.length + 9001) - 1
      const response = await download(
        `bytes=${received.length}-${end}`,
        { 'if-range': String(headers.etag) },
        breaks % 2 ? other.url : p.url,
      )
      assert.equal(response.status, 206)
      received = Buffer.concat([received, response.bytes])
    }
    assert.ok(received.equals(bundleBytes))
  })

  test('an If-Range for other bytes returns the whole bundle', async () => {
    const { status, bytes } = await download('bytes=5-9', { 'if-range': '"another"' })
    assert.equal(status, 200)
    assert.ok(bytes.equals(bundleBytes))
  })

  test('a range past the end returns no bytes', async () => {
    const { status, headers, bytes } = await download(`bytes=${bundleBytes.length}-`)
    assert.equal(status, 416)
    assert.equal(headers['content-range'], `bytes */${bundleBytes.length}`)
    assert.equal(JSON.parse(bytes.toString()).error, 'invalid_request')
  })

  test('a download is rejected with the progress before the bundle is ready, and with a link after its cancellation', async () => {
    const { body } = await bundles(p, auditor).ask(everything)
    const early = await p.call('GET', `${exportsPath}/${body.id}/content`, auditor)
    assert.equal(early.status, 422)
    assert.match(early.body.message, /being prepared: 0 of 0 files/)
    const cancelled = await p.call('POST', `${exportsPath}/${body.id}/cancel`, {
      ...auditor,
      body: { reason: 'the bundle is no longer needed' },
    })
    assert.equal(cancelled.body.status, 'cancelled')
    const goneResponse = await p.call('GET', `${exportsPath}/${body.id}/content`, auditor)
    assert.equal(goneResponse.status, 410)
    assert.match(goneResponse.headers.get('link') ?? '', /<\/api\/v1\/governance\/evidence\/exports>/)
    const secondCancel = await p.call('POST', `${exportsPath}/${body.id}/cancel`, {
      ...auditor,
      body: { reason: 'the bundle is no longer needed' },
    })
    assert.equal(secondCancel.status, 422)
    await p.system.runJob('prepare-exports')
    assert.equal((await bundles(p, auditor).get(body.id)).status, 'cancelled')
  })

  test('a service account needs the scope for exports', async () => {
    const token = await p.token('acme-scanner')
    const exportPath = `/api/v1/governance/evidence/exports/${id}`
    for (const path of [exportPath, `${exportPath}/content`]) {
      const response = await p.call('GET', path, { token })
      assert.equal(response.status, 403)
      assert.equal(response.body.requiredScope, 'governance.exports:read')
    }
    const contributor = { cookie: await p.signIn('contributor@acme.example') }
    assert.equal((await p.call('GET', `${exportsPath}/${id}`, contributor)).status, 403)
  })

  test('a bundle expires after seven days and leaves nothing in storage', async () => {
    const blobs = join(folder, 'blobs')
    const files = async () =>
      (await readdir(blobs, { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
    p.clock.advance(7 * day + minute)
    auditor = { cookie: await p.signIn('auditor@acme.example') }
    assert.equal((await p.call('GET', `${exportsPath}/${id}/content`, auditor)).status, 410)
    await p.system.runJob('expire-exports')
    assert.equal((await bundles(p, auditor).get(id)).status, 'expired')
    p.clock.advance(hour)
    await p.system.runJob('sweep-staged-blobs')
    assert.equal((await files()).length, 2, 'the two attachments')
    const remaining = await p.sql('select * from evidence_export_entry')
    assert.deepEqual(remaining, [])
    assert.deepEqual(await p.sql(`select id from artifact where released_at is not null`), [])
    assert.equal((await p.sql('select id from artifact where id = $1', [artifactId])).length, 1)
  })
})
