import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sha256Hex } from '#lib/hash.ts'
import { createRooms, type Guest, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let rooms: Rooms

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

const newUnit = async (unitKey: string): Promise<string> =>
  (await rooms.must('admin', 201, 'POST', '/units', { unitKey, title: `Unit ${unitKey}` })).id

const place = (recordId: string, unitId: string) =>
  rooms.must('admin', 200, 'POST', '/placements', { recordIds: [recordId], unitId })

const digestOf = async ({ must }: Guest): Promise<string> => {
  const pages = ['clause', 'control', 'claim'].map(kind => must(200, 'GET', `/items?kind=${kind}`))
  const all = (await Promise.all(pages)).flatMap(({ items }) => items)
  const lines = all.map(({ id, digest }) => `${id} ${digest}\n`).sort()
  return sha256Hex(lines.join(''))
}

test('marks, comments and requests are hidden if they are about a claim of another unit', async () => {
  const [own, other] = [await newUnit('own'), await newUnit('other')]
  const { id: requirementId } = await rooms.must('admin', 201, 'POST', '/evidence-requirements', {
    ...{ requirementKey: 'OTHER', title: 'Of the other unit', status: 'active' },
  })
  const { id, claimId, otherId } = await rooms.external({ evidenceRequirementId: requirementId })
  await place(requirementId, other)
  await place(id, own)
  await rooms.must('admin', 200, 'PATCH', `/people/${rooms.people.contributor}`, { unitIds: [own] })
  await rooms.client.get('contributor', `/assessments/${id}`)
  await rooms.must('contributor', 404, 'GET', `/claims/${claimId}`)

  await rooms.open(id)
  const guest = await rooms.invite(id)
  await guest.must(200, 'POST', `/items/${claimId}/open`)
  await guest.must(200, 'POST', `/claims/${claimId}/mark`, { mark: 'question', note: 'As the unit told me.' })
  const about = await guest.must(201, 'POST', '/entries', { itemId: claimId, kind: 'request', text: 'More of this.' })
  const whole = await guest.must(201, 'POST', '/entries', { kind: 'request', text: 'More of the whole.' })

  const room = `/assessments/${id}/room`
  const seenBy = async (who: string) => {
    const get = (path: string) => rooms.client.get(who, path)
    const [{ marks }, { entries }] = [await get(`${room}/marks`), await get(`${room}/entries`)]
    const ofItem = (await get(`${room}/entries?itemId=${claimId}`)).entries
    const { work } = await get('/my-work?kind=room_request')
    return [marks.length, entries.map((entry: { id: string }) => entry.id), ofItem.length, work[0]?.open]
  }
  assert.deepEqual(await seenBy('contributor'), [0, [whole.id], 0, 1])
  assert.deepEqual(await seenBy('admin'), [1, [whole.id, about.id], 1, 2])
  await rooms.must('contributor', 404, 'POST', `${room}/entries/${about.id}/answer`, { text: 'Here it is.' })

  const response = { text: 'Here it is.', claimIds: [otherId] }
  await rooms.must('contributor', 200, 'POST', `${room}/entries/${whole.id}/answer`, response)
  const { room: shown } = await guest.must(200, 'GET', '/scope')
  assert.deepEqual([shown.claims, shown.scopeDigest], [2, await digestOf(guest)])
  const [mark] = (await guest.must(200, 'GET', '/items?kind=claim')).items.filter(
    (item: { id: string }) => item.id === claimId,
  )
  assert.equal(mark.mark.note, 'As the unit told me.')
})
