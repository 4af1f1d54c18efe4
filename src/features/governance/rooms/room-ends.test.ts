import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { cookieOf, createRooms, type External, type Guest, guestOf, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let rooms: Rooms

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

/** Creates an external assessment with an open room and a guest. */
const createRoom = async (): Promise<External & { readonly guest: Guest }> => {
  const external = await rooms.external()
  await rooms.open(external.id)
  return { ...external, guest: await rooms.invite(external.id) }
}

describe('a room ends', () => {
  const accessStatus = async ({ ask }: Guest) => (await ask('GET', '/scope')).status

  test('when an administrator ends it, for all guests and their links at once', async () => {
    const { id, guest } = await createRoom()
    const other = await rooms.invite(id, { email: 'other@audit.example' })
    const { status } = await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/end`)
    assert.equal(status, 'ended')
    for (const { ask, token } of [guest, other]) {
      assert.equal((await ask('GET', '/scope')).status, 401)
      assert.equal((await rooms.enter(token)).status, 401)
    }
    await rooms.must('admin', 422, 'POST', `/assessments/${id}/room/end`)
    await rooms.open(id)
    assert.equal(await accessStatus(guest), 401)
  })

  test('when the assessment is completed or cancelled', async () => {
    for (const end of ['complete', 'cancel']) {
      const { id, guest } = await createRoom()
      await rooms.must('contributor', 200, 'POST', `/assessments/${id}/submit`)
      const who = end === 'complete' ? 'reviewer' : 'admin'
      await rooms.must(who, 200, 'POST', `/assessments/${id}/${end}`)
      assert.equal(await accessStatus(guest), 401)
      assert.equal((await rooms.client.get('auditor', `/assessments/${id}/room`)).room.status, 'ended')
    }
  })

  test('for one guest, when they leave, or their link is revoked or expires', async () => {
    const { id, guest } = await createRoom()
    const other = await rooms.invite(id, { expiresAt: iso(p.clock.now() + 2 * hour) })
    await rooms.must('admin', 204, 'DELETE', `/assessments/${id}/room/guests/${guest.id}`)
    assert.equal(await accessStatus(guest), 401)
    assert.equal((await rooms.enter(guest.token)).status, 401)
    await other.must(204, 'POST', '/leave')
    assert.equal(await accessStatus(other), 401)
    const again = guestOf(p, { ...other, cookie: cookieOf(await rooms.enter(other.token)) })
    assert.equal(await accessStatus(again), 200)
    p.clock.advance(3 * hour)
    assert.equal(await accessStatus(again), 401)
    assert.equal((await rooms.enter(other.token)).status, 401)
  })

  test('a guest has at most five sessions; a sixth ends the first', async () => {
    const { guest } = await createRoom()
    const opened = [guest]
    for (let i = 0; i < 5; i++) opened.push(guestOf(p, { ...guest, cookie: cookieOf(await rooms.enter(guest.token)) }))
    const statuses = await Promise.all(opened.map(accessStatus))
    assert.deepEqual(statuses, [401, 200, 200, 200, 200, 200])
  })
})

describe('opening a room, and completing its assessment', () => {
  test('only an external assessment in progress or in review has a room, and one at a time', async () => {
    const { id } = await rooms.plan()
    await rooms.must('admin', 422, 'POST', `/assessments/${id}/room`)
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/start`)
    await rooms.must('admin', 422, 'POST', `/assessments/${id}/room`)
    await rooms.must('admin', 200, 'PATCH', `/assessments/${id}`, { external: true })
    for (const who of ['reviewer', 'contributor', 'auditor'])
      await rooms.must(who, 403, 'POST', `/assessments/${id}/room`)
    await rooms.open(id)
    await rooms.must('admin', 409, 'POST', `/assessments/${id}/room`)
  })

  test('a person of the workspace cannot be its guest', async () => {
    const { id } = await createRoom()
    const body = { name: 'R', email: 'Reviewer@acme.example', expiresAt: iso(p.clock.now() + day) }
    await rooms.must('admin', 409, 'POST', `/assessments/${id}/room/guests`, body)
  })

  test('the inviter of a guest counts as a contributor, so another person must complete the assessment', async () => {
    const { id } = await createRoom()
    await rooms.must('contributor', 200, 'POST', `/assessments/${id}/submit`)
    const { message } = await rooms.must('admin', 403, 'POST', `/assessments/${id}/complete`)
    assert.match(message, /four eyes/)
    await rooms.must('reviewer', 200, 'POST', `/assessments/${id}/complete`)
  })

  test('a link lasts at most a year, and cannot end in the past', async () => {
    const { id } = await createRoom()
    for (const days of [0, 400]) {
      const body = { name: 'G', email: 'g@audit.example', expiresAt: iso(p.clock.now() + days * day) }
      await rooms.must('admin', 400, 'POST', `/assessments/${id}/room/guests`, body)
    }
  })

  test('a link is stored as its digest, and only the first response shows it', async () => {
    const { id, guest } = await createRoom()
    const [row] = await p.sql('select token_sha256, record from room_guest where id = $1', [guest.id])
    assert.equal(row?.token_sha256, sha256Hex(guest.token))
    const listed = await rooms.client.ask('admin', 'GET', `/assessments/${id}/room/guests`)
    assert.ok(!listed.text.includes(guest.token) && !String(row?.record).includes(guest.token))
  })
})
