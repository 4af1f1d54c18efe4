import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createQuestionnaires, type Questionnaires } from '#test/questionnaires.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let rooms: Rooms
let questionnaires: Questionnaires

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
  questionnaires = await createQuestionnaires(p)
})
after(() => p[Symbol.asyncDispose]())

/** Returns the records that the rows of an action name, newest first. */
const recordsNamedBy = async (action: string) =>
  (await rooms.client.get('admin', `/audit?action=${action}`)).auditEvents.map(
    ({ record }: { record: unknown }) => record,
  )

test('a version is named with its number, and the questionnaire published with it without one', async () => {
  const { questionnaireId, versionId } = await questionnaires.published()
  assert.deepEqual(await recordsNamedBy('questionnaire.version.publish'), [
    { id: questionnaireId, title: 'Devices' },
    { id: versionId, title: 'Devices', part: '1' },
  ])
})

test('a requested change is named with its kind', async () => {
  await rooms.must('admin', 200, 'PATCH', '/settings', { secondPerson: true })
  const control = { controlKey: 'TAPE', title: 'Tape rotation', status: 'active' }
  const { id: resourceId } = await rooms.must('contributor', 201, 'POST', '/controls', control)
  const body = { kind: 'control_retirement', resourceId }
  const { id } = await rooms.must('contributor', 201, 'POST', '/approval-requests', body)
  assert.deepEqual(await recordsNamedBy('approval_request.create'), [
    { id, title: 'TAPE Tape rotation', part: 'control_retirement' },
  ])
})

test('the name of a record does not include its actor', async () => {
  const { id } = await questionnaires.round()
  await questionnaires.submit('auditor', id)
  const [submitted] = await recordsNamedBy('questionnaire.response.submit')
  assert.equal(submitted.title, 'Devices')
})

test('rows of a guest name the room by the title of its assessment', async () => {
  const { id } = await rooms.external()
  await rooms.open(id)
  const guest = await rooms.invite(id)
  await guest.must(201, 'POST', '/entries', { kind: 'request', text: 'The restore test, please.' })
  const { title } = await rooms.client.get('admin', `/assessments/${id}`)
  for (const action of ['room.enter', 'room.entry.add'])
    assert.deepEqual(await recordsNamedBy(action), [{ id, title }], action)
})
