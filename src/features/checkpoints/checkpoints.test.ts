import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { emptyRoot, Frontier } from '#lib/merkle.ts'
import { openNote, parseCheckpoint, parseVkey } from '#lib/note.ts'
import { bootWithExternalPlaces, type ExternalCheckpoints } from '#test/ledger/outside.ts'

const run = promisify(execFile)

let o: ExternalCheckpoints
before(async () => {
  o = await bootWithExternalPlaces()
})
after(() => o[Symbol.asyncDispose]())

const headers = () => ({ cookie: o.admin })
const get = (path: string) => o.p.call('GET', `/api/workspace${path}`, { headers: headers() })
const keys = async () => (await get('/ledger/keys')).body.ledgerKeys
const rotate = async (purpose: string) =>
  o.p.call('POST', '/api/workspace/ledger/keys/rotate', {
    headers: { cookie: await o.p.signIn('admin@acme.example') },
    body: { purpose, reason: 'the yearly change of keys' },
  })
const logFolder = () => join(o.folder, o.acme, '1')
const findReceipts = () =>
  o.p.sql(`select place, size::integer from ledger_publication where organization_id = $1 order by size, place`, [
    o.acme,
  ])
const newest = async () => {
  const note = await readFile(join(logFolder(), 'checkpoint'), 'utf8')
  return { note, ...parseCheckpoint(note) }
}

describe('checkpoints', { concurrency: false }, () => {
  test('no checkpoint exists before anything is sealed', async () => {
    assert.equal((await get('/ledger/checkpoint')).status, 404)
    assert.equal((await rotate('checkpoint')).status, 422)
  })

  test('a checkpoint is a note of the head, the same bytes at each call, signed with a key that the trail records', async () => {
    await o.write(3)
    await o.p.system.runJob('seal-ledger')
    const responses = await Promise.all(Array.from({ length: 8 }, () => get('/ledger/checkpoint')))
    const [{ text, headers: responseHeaders } = { text: '', headers: new Headers() }] = responses
    for (const response of responses) assert.deepEqual([response.status, response.text], [200, text])
    assert.match(responseHeaders.get('content-type') ?? '', /^text\/plain/)
    const [key, ...others] = await keys()
    assert.deepEqual([others.length, key.purpose, key.generation, key.until], [0, 'checkpoint', 1, null])
    const checkpoint = parseCheckpoint(openNote(text, [parseVkey(key.vkey)]).text)
    const url = new URL(o.p.system.services.settings.url)
    assert.equal(checkpoint.origin, `${url.host}/ledger/${o.acme}/1`)
    const { body } = await get('/audit?action=ledger.key.create')
    assert.deepEqual(
      body.auditEvents.map((row: { resourceId: string; detail: string }) => [row.resourceId, row.detail]),
      [[key.id, key.vkey]],
    )
    const [{ sealed }] = (await o.p.sql('select sealed from ledger_key')) as [{ sealed: string }]
    assert.match(sealed, /^v1\./)
  })

  test('every place receives the same bytes of a checkpoint', async () => {
    assert.ok((await o.publish()) >= 5)
    const { note, size, root } = await newest()
    assert.equal((await get('/ledger/checkpoint')).text, note)
    assert.deepEqual(
      (await findReceipts()).map(({ place }) => place),
      ['event', 'folder', 'object-store', 'time-stamp', 'witness witness.example/w1'],
    )
    const prefix = `proof/${o.acme}/1`
    assert.equal(o.bucket.objects.get(`${prefix}/checkpoint`)?.bytes.toString(), note)
    const tile = await readFile(join(logFolder(), `tile/0/000.p/${size}`))
    assert.deepEqual(o.bucket.objects.get(`${prefix}/tile/0/000.p/${size}`)?.bytes, tile)
    const tree = new Frontier()
    for (let offset = 0; offset < tile.length; offset += 32) tree.append(tile.subarray(offset, offset + 32))
    assert.ok(tree.root().equals(root) && !root.equals(emptyRoot))
    assert.deepEqual(o.witness.seen.get((await newest()).origin)?.size, size)
    const [stamp] = await o.p.sql(
      `select answer from ledger_publication where place = 'time-stamp' and organization_id = $1`,
      [o.acme],
    )
    const { folder, root: ca } = o.authority
    await writeFile(join(folder, 'note'), note)
    await writeFile(join(folder, 'stamp'), stamp?.answer as Buffer)
    const verifyArguments = ['ts', '-verify', '-data', 'note', '-in', 'stamp', '-token_in', '-CAfile', ca]
    assert.match((await run('openssl', verifyArguments, { cwd: folder })).stdout, /Verification: OK/)
    const [event] = await o.p.sql(
      `select body from outbox_event where type = 'ledger.checkpoint.published' and organization_id = $1`,
      [o.acme],
    )
    assert.equal(JSON.parse(String(event?.body)).data.checkpoint.note, note)
  })

  test('without changes, no checkpoint is signed and no place is contacted', async () => {
    // The creation of the first key is also a row.
    await o.publish()
    const countPuts = () => o.bucket.requests.filter(request => request.startsWith('PUT')).length
    const requestsBefore = [o.authority.queryCount, o.witness.requests.length, countPuts()]
    await o.publish()
    await o.publish()
    assert.deepEqual([o.authority.queryCount, o.witness.requests.length, countPuts()], requestsBefore)
  })

  test('the overview shows which places hold the checkpoint', async () => {
    const { body } = await get('/ledger')
    const { size } = await newest()
    for (const { place, ...held } of body.places) assert.equal(held.size, size, place)
    assert.equal(body.places.length, 4)
    assert.ok(body.provedUntil)
  })

  test('both keys sign the first checkpoint after a rotation, and only the new key signs the next', async () => {
    const rotated = await rotate('checkpoint')
    assert.equal(rotated.status, 201, rotated.text)
    const [newKey, oldKey] = await keys()
    assert.deepEqual([newKey.id, newKey.until, oldKey.until], [rotated.body.id, null, newKey.since])
    await o.publish()
    const noteOfBothKeys = (await newest()).note
    for (const { vkey } of [newKey, oldKey])
      assert.equal(openNote(noteOfBothKeys, [parseVkey(vkey)]).signatures.length, 1)
    await o.write()
    await o.publish()
    const after = (await newest()).note
    assert.notEqual(after, noteOfBothKeys)
    assert.equal(openNote(after, [parseVkey(newKey.vkey)]).signatures.length, 1)
    assert.throws(() => openNote(after, [parseVkey(oldKey.vkey)]), /none of the keys/)
    const { body } = await get('/audit?action=ledger.key.rotate')
    assert.deepEqual(
      [body.auditEvents[0].detail, body.auditEvents[0].reason],
      [newKey.vkey, 'the yearly change of keys'],
    )
  })

  test('other roles may neither rotate nor read keys, and no response contains a private key', async () => {
    const reviewer = await o.p.signIn('reviewer@acme.example')
    for (const path of ['/ledger/checkpoint', '/ledger/keys'])
      assert.equal((await o.p.call('GET', `/api/workspace${path}`, { headers: { cookie: reviewer } })).status, 403)
    const token = await o.p.token('acme-scanner')
    assert.equal((await o.p.call('GET', '/api/v1/governance/ledger/checkpoint', { token })).status, 403)
    assert.ok(!(await get('/ledger/keys')).text.includes('v1.'))
  })

  test('a bundle key signs under its own name', async () => {
    const { bundles } = o.p.system.services
    const note = await bundles.sign(o.acme, 'a bundle\n')
    const vkeys = await bundles.keys(o.acme, 1)
    assert.equal(vkeys.length, 3)
    assert.match(openNote(note, vkeys.map(parseVkey)).signatures[0]?.name ?? '', /\/ledger\/org_\w+\/bundles$/)
    assert.equal((await rotate('bundle')).status, 201)
    assert.notEqual(await bundles.sign(o.acme, 'a bundle\n'), note)
    const head = { generation: 1, size: (await newest()).size }
    const published = await bundles.published(o.acme, head)
    assert.deepEqual(published.at(-1)?.note, (await newest()).note)
    assert.deepEqual(
      published.map(({ size }) => size),
      published.map(({ size }) => size).toSorted((a, b) => a - b),
    )
    assert.ok(published.every(({ timeStamp, places }) => timeStamp && places.length === 4))
  })

  test('a folder that lost its log gets the whole log again', async () => {
    await rm(o.folder, { recursive: true })
    await o.write()
    await o.publish()
    const { size } = await newest()
    assert.deepEqual(await readdir(join(logFolder(), 'tile/0/000.p')), [String(size)])
  })

  test('a different history at a place stops signing and sealing', async () => {
    const { note, origin, size } = await newest()
    const other = [origin, size, Buffer.alloc(32, 1).toString('base64'), ''].join('\n')
    await writeFile(join(logFolder(), 'checkpoint'), note.replace(/^.*\n.*\n.*\n/, other))
    await o.write()
    await o.p.system.runJob('seal-ledger')
    const events = await o.p.sql(`select from security_event where type = 'ledgerBehindCheckpoint'`)
    assert.equal(events.length, 1)
    const [state] = await o.p.sql('select stopped_at from ledger_cursor')
    assert.ok(state?.stopped_at)
    // The signed checkpoints still exist, and no new one is signed.
    assert.equal((await get('/ledger/checkpoint')).text, note)
  })
})
