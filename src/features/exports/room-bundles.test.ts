import assert from 'node:assert/strict'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Agent, request } from 'undici'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { bundles, type Download, linesOf, sha256, unzip, verify } from '#test/bundles.ts'
import { cookieOf, createRooms, type External, type Guest, guestOf, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

describe('the bundle of a room', { concurrency: false }, () => {
  let folder: string
  let p: Probata
  let rooms: Rooms
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'probata-room-bundles-'))
    p = await boot({ env: { PROBATA_DATA_DIR: folder } })
    rooms = await createRooms(p)
  })
  after(async () => {
    await p[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const adminBundles = async () => bundles(p, await rooms.client.signedIn('admin'))

  type RoomFixture = External & { readonly guest: Guest; readonly roomId: string }

  const createRoomFixture = async (claim = {}): Promise<RoomFixture> => {
    const external = await rooms.external(claim)
    const { id: roomId } = await rooms.open(external.id)
    return { ...external, roomId, guest: await rooms.invite(external.id) }
  }

  const prepare = async ({ id }: Pick<RoomFixture, 'id'>, body = {}): Promise<string> => {
    p.clock.advance(1)
    const requested = await rooms.must('admin', 202, 'POST', `/assessments/${id}/room/bundle`, body)
    await (await adminBundles()).prepare()
    return requested.id
  }

  const pathOf = (bundleId: string) => `/bundles/${bundleId}/content`

  const download = async ({ cookie }: Guest, bundleId: string, headers = {}): Promise<Download> => {
    // Downloads are limited per minute.
    p.clock.advance(minute)
    const dispatcher = new Agent()
    try {
      const response = await request(`${p.url}/api/room${pathOf(bundleId)}`, {
        dispatcher,
        headers: { cookie, ...headers },
      })
      const bytes = Buffer.from(await response.body.arrayBuffer())
      return { status: response.statusCode, headers: response.headers, bytes }
    } finally {
      await dispatcher.destroy()
    }
  }

  const getBundle = ({ must }: Guest) => must(200, 'GET', '/bundle')

  const readRecords = (files: ReadonlyMap<string, Buffer>, family: string) =>
    linesOf(files, `data/records/${family}.jsonl`).map(({ record }) => Object(record))

  test("a room's bundle contains only the records that the room shows, and is valid with the room's key", async () => {
    const { id, roomId, claimId, otherId, guest } = await createRoomFixture()
    assert.deepEqual(await getBundle(guest), { bundle: null, keys: [] })
    const bundleId = await prepare({ id })
    const { bundle, keys } = await getBundle(guest)
    assert.deepEqual([bundle.id, bundle.status, bundle.isCurrent], [bundleId, 'ready', true])
    const { status, headers, bytes } = await download(guest, bundleId)
    assert.deepEqual([status, bytes.length], [200, bundle.byteSize])
    assert.equal(headers['content-disposition'], `attachment; filename="${bundleId}.asice"`)
    const files = unzip(bytes)
    assert.equal(sha256(files.get('manifest-sha256.txt') ?? Buffer.of()), bundle.manifestSha256)
    assert.deepEqual(
      readRecords(files, 'claims').map(record => record.id),
      [claimId],
    )
    assert.deepEqual(
      readRecords(files, 'attachments').map(record => record.claimId),
      [claimId],
    )
    const [room] = readRecords(files, 'rooms')
    const { room: scope } = await guest.must(200, 'GET', '/scope')
    assert.deepEqual([room.id, room.scopeDigest], [roomId, scope.scopeDigest])
    assert.deepEqual(
      [...files.keys()].filter(path => path.startsWith('data/records/')).sort(),
      ['attachments', 'claims', 'rooms'].map(family => `data/records/${family}.jsonl`),
    )
    assert.equal(files.get('data/decisions.jsonl')?.length, 0)
    const text = bytes.toString('latin1')
    for (const hidden of [otherId, 'what the test is about', 'Checked', 'reason of'])
      assert.ok(!text.includes(hidden), hidden)
    for (const line of linesOf(files, 'data/ledger/log.jsonl')) assert.deepEqual(line.disclosures ?? [], [])
    const verified = await verify(bytes, '--key', keys[0])
    assert.equal(verified.exit, 0, verified.text)
  })

  test("a reviewer's new name does not make a claim count as changed since it was frozen", async () => {
    const { id, claimId, guest } = await createRoomFixture()
    const { item } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    assert.equal(item.claim.decision.decidedByName, 'reviewer of acme')
    const rename = `update person set record = replace(record, 'reviewer of acme', $1) where record like $2`
    await p.sql(rename, ['Rita Reviewer', '%reviewer of acme%'])
    const files = unzip((await download(guest, await prepare({ id }))).bytes)
    await p.sql(`update person set record = replace(record, 'Rita Reviewer', $1)`, ['reviewer of acme'])
    assert.deepEqual(
      readRecords(files, 'claims').map(record => record.id),
      [claimId],
    )
  })

  test('a download can resume at any byte, and the audit trail records each request', async () => {
    const { id, guest } = await createRoomFixture()
    const bundleId = await prepare({ id })
    const { bytes, headers } = await download(guest, bundleId)
    const middle = Math.floor(bytes.length / 2)
    const rest = await download(guest, bundleId, { range: `bytes=${middle}-`, 'if-range': String(headers.etag) })
    assert.deepEqual([rest.status, rest.bytes.equals(bytes.subarray(middle))], [206, true])
    assert.equal((await download(guest, bundleId, { range: `bytes=${bytes.length}-` })).status, 416)
    const { auditEvents } = await rooms.client.get('admin', `/audit?action=room.bundle.download&resourceId=${bundleId}`)
    const rows = auditEvents.map((row: Record<string, unknown>) => [row.actorId, row.detail])
    assert.deepEqual(rows.slice(-2), [
      [guest.id, 'a part'],
      [guest.id, 'all'],
    ])
  })

  test('a guest of another room gets a 404, as does a request for another bundle', async () => {
    const [first, other] = [await createRoomFixture(), await createRoomFixture()]
    const bundleId = await prepare(first)
    assert.deepEqual(await getBundle(other.guest), { bundle: null, keys: [] })
    assert.equal((await download(other.guest, bundleId)).status, 404)
    const { id: everything } = await (await adminBundles()).make({ kind: 'everything' })
    for (const id of [everything, 'gee_unknown']) assert.equal((await download(first.guest, id)).status, 404)
    // Guests cannot use the workspace's export endpoints, even for a bundle of their room.
    const { status } = await p.call('GET', `/api/workspace/exports/${bundleId}`, { cookie: first.guest.cookie })
    assert.equal(status, 404)
  })

  test('a bundle is unavailable after the room ends, the link is revoked or the bundle expires', async () => {
    const { id, guest } = await createRoomFixture()
    const revoked = await rooms.invite(id, { email: 'revoked@audit.example' })
    const bundleId = await prepare({ id })
    await rooms.must('admin', 204, 'DELETE', `/assessments/${id}/room/guests/${revoked.id}`)
    assert.equal((await download(revoked, bundleId)).status, 401)
    assert.equal((await download(guest, bundleId)).status, 200)
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/end`)
    assert.equal((await download(guest, bundleId)).status, 401)
    await p.system.runJob('expire-exports')
    assert.equal((await (await adminBundles()).get(bundleId)).status, 'expired')
    await rooms.open(id)
    const newGuest = await rooms.invite(id, { email: 'again@audit.example' })
    assert.deepEqual(await getBundle(newGuest), { bundle: null, keys: [] })
    assert.equal((await download(newGuest, bundleId)).status, 404)
  })

  test('a claim that changed after it was frozen is left out and counted until the room is refreshed', async () => {
    const { id, claimId, guest } = await createRoomFixture({ validUntil: iso(p.clock.now() + hour) })
    const frozen = await prepare({ id })
    p.clock.advance(2 * hour)
    await p.system.runJob('expire-claims')
    const claimsOf = async (bundleId: string) => readRecords(unzip((await download(guest, bundleId)).bytes), 'claims')
    assert.deepEqual((await claimsOf(frozen))[0]?.status, 'accepted')
    const withoutClaim = await prepare({ id })
    assert.deepEqual(await claimsOf(withoutClaim), [])
    const { bundle } = await getBundle(guest)
    assert.deepEqual([bundle.id, bundle.isCurrent, bundle.leftOut['changed since']], [withoutClaim, true, 1])
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
    assert.equal((await getBundle(guest)).bundle.isCurrent, false)
    const [currentClaim] = await claimsOf(await prepare({ id }))
    assert.deepEqual(
      [currentClaim?.id, currentClaim?.status, (await getBundle(guest)).bundle.isCurrent],
      [claimId, 'expired', true],
    )
  })

  test('downloads are limited to six a minute, and only an administrator can prepare a bundle', async () => {
    const { id, guest } = await createRoomFixture()
    for (const role of ['reviewer', 'contributor', 'auditor'])
      await rooms.must(role, 403, 'POST', `/assessments/${id}/room/bundle`)
    const bundleId = await prepare({ id })
    p.clock.advance(minute)
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      const response = await fetch(`${p.url}/api/room${pathOf(bundleId)}`, { headers: { cookie: guest.cookie } })
      await response.arrayBuffer()
      statuses.push(response.status)
    }
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 429])
  })

  test('only one bundle can be in preparation; a guest sees it and gets a 422 for its download', async () => {
    const { id, guest } = await createRoomFixture()
    const { id: bundleId } = await rooms.must('admin', 202, 'POST', `/assessments/${id}/room/bundle`)
    await rooms.must('admin', 422, 'POST', `/assessments/${id}/room/bundle`)
    const { bundle, keys } = await getBundle(guest)
    assert.deepEqual([bundle.status, bundle.byteSize, keys], ['preparing', null, []])
    assert.equal((await download(guest, bundleId)).status, 422)
    await (await adminBundles()).prepare()
    assert.equal((await download(guest, bundleId)).status, 200)
  })

  test('a bundle cannot be prepared for a room whose items were altered', async () => {
    const { id, roomId, guest } = await createRoomFixture()
    await p.sql(`update room_item set record = replace(record, 'Backup', 'Better') where room_id = $1`, [roomId])
    const bundleId = await prepare({ id })
    const { status, failure } = await (await adminBundles()).get(bundleId)
    assert.deepEqual([status, failure.resourceId], ['failed', roomId])
    assert.deepEqual(await getBundle(guest), { bundle: null, keys: [] })
    assert.equal((await download(guest, bundleId)).status, 404)
  })

  test('a guest gets a 503 without details while storage is unavailable, which is one security event', async () => {
    const { id, claimId, guest } = await createRoomFixture()
    const bundleId = await prepare({ id })
    const { item } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    const { artifactId } = item.claim.attachments[0]
    const [blobFolder, awayFolder] = [join(folder, 'blobs'), join(folder, 'blobs-away')]
    await rename(blobFolder, awayFolder)
    try {
      for (let i = 0; i < 2; i++) {
        const opened = await guest.ask('GET', `/files/open?${new URLSearchParams({ claimId, artifactId })}`)
        const { status, bytes } = await download(guest, bundleId)
        assert.deepEqual([opened.status, opened.body.error, status], [503, 'internal_error', 503])
        assert.ok(opened.headers.get('retry-after'))
        for (const text of [opened.text, bytes.toString()])
          for (const secret of [folder, 'blobs', 'ENOENT', artifactId]) assert.ok(!text.includes(secret), text)
      }
    } finally {
      await rename(awayFolder, blobFolder)
    }
    const { length } = await p.sql(`select id from security_event where type like 'storageOperations%'`)
    assert.equal(length, 1)
    assert.equal((await download(guest, bundleId)).status, 200)
  })

  test('a bundle is unavailable after thirty days or after the workspace cancels it', async () => {
    const { id } = await createRoomFixture()
    const invited = await rooms.invite(id, { email: 'long@audit.example', expiresAt: iso(p.clock.now() + 60 * day) })
    const cancelled = await prepare({ id })
    const body = { reason: 'it was prepared too early' }
    await rooms.client.ask('admin', 'POST', `/exports/${cancelled}/cancel`, body)
    assert.equal((await download(invited, cancelled)).status, 404)
    const bundleId = await prepare({ id })
    p.clock.advance(29 * day + 23 * hour)
    const guest = guestOf(p, { ...invited, cookie: cookieOf(await rooms.enter(invited.token)) })
    assert.equal((await download(guest, bundleId)).status, 200)
    const { bundle } = await getBundle(guest)
    p.clock.advance(Date.parse(bundle.expiresAt) - p.clock.now())
    assert.deepEqual(await getBundle(guest), { bundle: null, keys: [] })
    assert.equal((await download(guest, bundleId)).status, 404)
  })
})
