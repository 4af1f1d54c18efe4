import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { minute } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { attachments, formOf, openPath, type Proof, prover, textFile as text } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let token: string
let dataDir: string
let stop: AsyncDisposableStack
let client: ReturnType<typeof prover>

before(async () => {
  await using resources = new AsyncDisposableStack()
  dataDir = await mkdtemp(join(tmpdir(), 'probata-attachments-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  p = resources.use(await boot({ env: { PROBATA_DATA_DIR: dataDir } }))
  token = await p.token('acme-scanner')
  client = prover(p, () => token)
  stop = resources.move()
})
after(() => stop.disposeAsync())

const assertOpens = async (attachment: { claimId: string; artifactId: string }, bytes: Buffer) => {
  const { status, body } = await p.call('GET', openPath(attachment.claimId, attachment.artifactId), { token })
  assert.equal(status, 200)
  assert.deepEqual(body.attachment, attachment)
  assert.deepEqual(Object.keys(body.content), ['dataBase64', 'inlinePreviewAllowed'])
  assert.ok(Buffer.from(body.content.dataBase64, 'base64').equals(bytes))
  assert.equal(body.content.dataBase64, bytes.toString('base64'))
  return body.content.inlinePreviewAllowed as boolean
}

test('2.3 and 2.4: intent, descriptor, upload, list and open have the shapes of the contract', async () => {
  const claimId = await client.newClaim()
  const proof = text('restored 42 of 42 volumes\n', 'Prüfbericht №7.txt')
  const file = {
    originalFilename: proof.name,
    contentType: 'text/plain',
    byteSize: proof.bytes.length,
    checksumSha256: sha256Hex(proof.bytes),
  }
  const announced = await client.announce(claimId, proof)
  assert.equal(announced.status, 201, announced.text)
  const { id, createdAt, expiresAt, ...intent } = announced.body.intent
  assert.match(id, /^aui_[0-9A-Z]{26}$/)
  assert.deepEqual(intent, { claimId, ...file, status: 'pending' })
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 60 * minute)
  assert.deepEqual(announced.body.upload, {
    transport: 'multipart_server',
    method: 'POST',
    path: `${attachments}/upload-binary?claimId=${claimId}&intentId=${id}`,
    fieldName: 'file',
  })

  const uploaded = await client.send(announced.body.upload.path, proof)
  assert.equal(uploaded.status, 201, uploaded.text)
  assert.deepEqual(Object.keys(uploaded.body), ['attachment'])
  const { attachment } = uploaded.body
  const { linkId, artifactId, createdAt: at, ...rest } = attachment
  assert.match(linkId, /^arl_[0-9A-Z]{26}$/)
  assert.match(artifactId, /^art_[0-9A-Z]{26}$/)
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual(rest, { claimId, ...file, status: 'active' })

  const listed = await p.call('GET', `${attachments}?claimId=${claimId}`, { token })
  assert.deepEqual(listed.body, { attachments: [attachment], pagination: {} })
  await assertOpens(attachment, proof.bytes)

  for (const { text } of [announced, uploaded, listed]) assert.ok(!/blob|bucket|staging|storage/i.test(text))
  const [row] = await p.sql(`select record from audit_event where resource_id = $1`, [artifactId])
  const audited = JSON.parse(String(row?.record))
  assert.deepEqual([audited.action, audited.reason], ['evidence.attachment.upload', 'the report of last night'])
  assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
})

describe('ordinary clients can upload', () => {
  const proof: Proof = { name: 'backup "7".bin', type: 'application/octet-stream', bytes: randomBytes(300_000) }

  test('with node:http and a handwritten body', async () => {
    const claimId = await client.newClaim()
    const { body } = await client.announce(claimId, proof)
    const boundary = 'a-boundary-of-my-own'
    const sent = request(p.url + body.upload.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const name = proof.name.replaceAll('"', '%22')
    sent.write(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`)
    sent.write(`Content-Type: ${proof.type}\r\n\r\n`)
    for (let at = 0; at < proof.bytes.length; at += 10_000) sent.write(proof.bytes.subarray(at, at + 10_000))
    sent.end(`\r\n--${boundary}--\r\n`)
    const [response] = await once(sent, 'response')
    const uploaded = JSON.parse(Buffer.concat(await response.toArray()).toString())
    assert.equal(response.statusCode, 201, JSON.stringify(uploaded))
    await assertOpens(uploaded.attachment, proof.bytes)
  })

  const curl = spawnSync('curl', ['--version']).status === 0
  test('with curl -F', { skip: curl ? false : 'curl is not installed' }, async () => {
    const claimId = await client.newClaim()
    const { body } = await client.announce(claimId, proof)
    const path = join(dataDir, 'upload.bin')
    await writeFile(path, proof.bytes)
    const field = `file=@${path};type=${proof.type};filename="${proof.name.replaceAll('"', '\\"')}"`
    const auth = `Authorization: Bearer ${token}`
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-H', auth, '-F', field, p.url + body.upload.path])
    const uploaded = JSON.parse(stdout)
    assert.ok(uploaded.attachment, stdout)
    await assertOpens(uploaded.attachment, proof.bytes)
  })
})

test('an upload that differs from its intent is a 422 and stores nothing, and the intent stays usable', async () => {
  const claimId = await client.newClaim()
  const proof = text('exactly this', 'this.txt')
  const { body } = await client.announce(claimId, proof)
  const mismatches: Record<string, Proof> = {
    name: { ...proof, name: 'that.txt' },
    type: { ...proof, type: 'text/html' },
    shorter: { ...proof, bytes: Buffer.from('exactly') },
    longer: { ...proof, bytes: Buffer.from('exactly this!') },
    digest: { ...proof, bytes: Buffer.from('exactly that') },
  }
  const files = async () =>
    (await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter(entry => entry.isFile())
  const stored = await files()
  for (const [field, upload] of Object.entries(mismatches)) {
    const { status, body: refused } = await client.send(body.upload.path, upload)
    assert.deepEqual([status, refused.error], [422, 'unprocessable'], field)
  }
  assert.deepEqual(await files(), stored)
  const { intent } = body
  const wrongClaim = await client.send(
    `${attachments}/upload-binary?claimId=${await client.newClaim()}&intentId=${intent.id}`,
    proof,
  )
  assert.deepEqual([wrongClaim.status, wrongClaim.body.error], [404, 'not_found'])
  assert.equal((await client.send(body.upload.path, proof)).status, 201)
})

test('an intent expires after 60 minutes', async () => {
  const claimId = await client.newClaim()
  const proof = text('late')
  const [early, late] = [await client.announce(claimId, proof), await client.announce(claimId, proof)]
  const upload = async (path: string) => {
    const fresh = await p.token('acme-second')
    return p.call('POST', path, { token: fresh, body: formOf(proof) })
  }
  p.clock.advance(59 * minute)
  assert.equal((await upload(early.body.upload.path)).status, 201)
  p.clock.advance(minute)
  const { status, body } = await upload(late.body.upload.path)
  assert.deepEqual([status, body.error], [422, 'unprocessable'])
  await p.system.runJob('expire-upload-intents')
  const rows = await p.sql('select status from upload_intent where claim_id = $1 order by id', [claimId])
  assert.deepEqual(
    rows.map(row => row.status),
    ['completed', 'expired'],
  )
  assert.equal((await upload(late.body.upload.path)).status, 422)
  token = await p.token('acme-scanner')
})

test('files can be attached only while a claim is submitted; later attempts are a 422', async () => {
  const claimId = await client.newClaim()
  const proof = text('in time')
  const pending = await client.announce(claimId, proof)
  const cookie = await p.signIn('reviewer@acme.example')
  const { body } = await p.call('GET', `/api/workspace/claims/${claimId}`, { cookie })
  const decision = { reviewedDigest: body.reviewedDigest, reason: 'matches the vault' }
  assert.equal(
    (await p.call('POST', `/api/workspace/claims/${claimId}/reject`, { cookie, body: decision })).status,
    200,
  )
  for (const answer of [await client.announce(claimId, proof), await client.send(pending.body.upload.path, proof)])
    assert.deepEqual([answer.status, answer.body.error], [422, 'unprocessable'])
  const listed = await p.call('GET', `${attachments}?claimId=${claimId}`, { token })
  assert.deepEqual(listed.body.attachments, [])
})

test('the list shows the attachments of one claim, newest first, in pages', async () => {
  const claimId = await client.newClaim()
  const uploads = []
  for (const name of ['1.txt', '2.txt', '3.txt']) uploads.push(await client.attach(claimId, text(name, name)))
  await client.attach(await client.newClaim(), text('another'))
  const first = await p.call('GET', `${attachments}?claimId=${claimId}&limit=2`, { token })
  assert.deepEqual(first.body.attachments, [uploads[2], uploads[1]])
  const cursor = first.body.pagination.nextCursor
  const second = await p.call('GET', `${attachments}?claimId=${claimId}&limit=2&cursor=${cursor}`, { token })
  assert.deepEqual(second.body, { attachments: [uploads[0]], pagination: {} })
  const other = await p.call('GET', `${attachments}?claimId=${await client.newClaim()}&cursor=${cursor}`, { token })
  assert.deepEqual([other.status, other.body.error], [400, 'invalid_cursor'])
  assert.equal((await p.call('GET', attachments, { token })).status, 400)
  const globex = await p.token('globex-reader')
  const [own] = uploads
  const notFound: [string, string][] = [
    [`${attachments}?claimId=${claimId}`, globex],
    [`${attachments}?claimId=gec_unknown`, token],
    [openPath(claimId, own.artifactId), globex],
    [openPath(await client.newClaim(), own.artifactId), token],
    [openPath(claimId, 'art_unknown'), token],
  ]
  for (const [path, caller] of notFound) {
    const { status, body } = await p.call('GET', path, { token: caller })
    assert.deepEqual([status, body.error], [404, 'not_found'], path)
  }
})

const base64 = (bytes: string) => Buffer.from(bytes, 'base64')
const png = base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=')
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
const webp = base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAUAmJaQAA3AA/v02aAA=')
const jpeg = Buffer.concat([base64('/9j/4AAQSkZJRgABAQEASABIAAD/2wBD'), Buffer.alloc(200, 1), base64('/9k=')])
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')

test('inlinePreviewAllowed: images, plain text and PDF that match their declared type; never markup', async () => {
  const claimId = await client.newClaim()
  const files: [string, string, Buffer, boolean][] = [
    ['a.png', 'image/png', png, true],
    ['a.jpg', 'image/jpeg', jpeg, true],
    ['a.gif', 'image/gif', gif, true],
    ['a.webp', 'image/webp', webp, true],
    ['a.txt', 'text/plain', Buffer.from('plain text'), true],
    ['a.pdf', 'application/pdf', pdf, true],
    ['a.html', 'text/html', html, false],
    ['a.svg', 'image/svg+xml', svg, false],
    ['a.xml', 'application/xml', Buffer.from('<?xml version="1.0"?><a/>'), false],
    ['b.png', 'image/png', html, false],
    ['c.png', 'image/png', gif, false],
    ['b.txt', 'text/plain', html, false],
    ['c.txt', 'text/plain', svg, false],
    ['b.pdf', 'application/pdf', png, false],
    ['a.bin', 'application/octet-stream', png, false],
    ['a.csv', 'text/csv', Buffer.from('a,b\n'), false],
  ]
  for (const [name, type, bytes, allowed] of files)
    assert.equal(
      await assertOpens(await client.attach(claimId, { name, type, bytes }), bytes),
      allowed,
      `${name} as ${type}`,
    )
})
