import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hour, iso } from '#lib/clock.ts'
import { createRooms, type External, type Guest, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

describe('opened items, and requests that wait for an answer', () => {
  let p: Probata
  let rooms: Rooms
  before(async () => {
    p = await boot()
    rooms = await createRooms(p)
  })
  after(() => p[Symbol.asyncDispose]())

  const createRoom = async (claim = {}): Promise<External & { readonly guest: Guest }> => {
    const external = await rooms.external(claim)
    await rooms.open(external.id)
    return { ...external, guest: await rooms.invite(external.id) }
  }

  test('a guest can mark only a claim whose current frozen version they have opened', async () => {
    const { id, claimId, guest } = await createRoom({ validUntil: iso(p.clock.now() + hour) })
    const other = await rooms.invite(id, { email: 'other@audit.example' })
    const mark = (who: Guest, status: number) =>
      who.must(status, 'POST', `/claims/${claimId}/mark`, { mark: 'accepted' })
    await guest.must(200, 'GET', '/items?kind=claim')
    assert.match((await mark(guest, 422)).message, /^Open the item before you mark it/)
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    await mark(guest, 200)
    assert.match((await mark(other, 422)).message, /^Open the item before you mark it/)
    p.clock.advance(2 * hour)
    await p.system.runJob('expire-claims')
    await mark(guest, 200)
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
    assert.match((await mark(guest, 422)).message, /changed since you opened it/)
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    assert.equal(
      (await mark(guest, 200)).claimDigest,
      (await guest.must(200, 'GET', '/items?kind=claim')).items[0].digest,
    )
  })

  test('a request is in the work list of people who can answer it, until one of them does', async () => {
    const { id, guest } = await createRoom()
    const waiting = async (who: string) => {
      const { work } = await rooms.client.get(who, '/my-work?kind=room_request')
      return work.flatMap((task: Record<string, unknown>) => (task.id === id ? [task.open] : []))
    }
    await guest.must(201, 'POST', '/entries', { kind: 'comment', text: 'Only a comment.' })
    assert.deepEqual(await waiting('contributor'), [])
    const requestIds = []
    for (const text of ['The restore test, please.', 'And the one before.'])
      requestIds.push(await guest.must(201, 'POST', '/entries', { kind: 'request', text }))
    for (const who of ['admin', 'reviewer', 'contributor']) assert.deepEqual(await waiting(who), [2], who)
    assert.deepEqual(await waiting('auditor'), [])
    const answer = (entry: { id: string }) =>
      rooms.must('contributor', 200, 'POST', `/assessments/${id}/room/entries/${entry.id}/answer`, { text: 'Here.' })
    await answer(requestIds[0])
    assert.deepEqual(await waiting('reviewer'), [1])
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/end`)
    assert.deepEqual(await waiting('reviewer'), [])
  })
})
