import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createQuestionnaires, type Questionnaires } from '#test/questionnaires.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let rooms: Rooms
let asking: Questionnaires

before(async () => {
  p = await boot()
  rooms = await createRooms(p)
  asking = await createQuestionnaires(p)
})
after(() => p[Symbol.asyncDispose]())

/** The records that the rows of an action name, newest first. */
const named = async (action: string) =>
  (await rooms.client.get('admin', `/audit?action=${action}`)).auditEvents.map(
    ({ record }: { record: unknown }) => record,
  )

test('a version is named with its number; the document published with it, without', async () => {
  const { questionnaireId, versionId } = await asking.published()
  assert.deepEqual(await named('questionnaire.version.publish'), [
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
  assert.deepEqual(await named('approval_request.create'), [
    { id, title: 'TAPE Tape rotation', part: 'control_retirement' },
  ])
})

test('who acted is no part of the name of what they did it to', async () => {
  const { id } = await asking.round()
  await asking.submit('auditor', id)
  const [submitted] = await named('questionnaire.response.submit')
  assert.equal(submitted.title, 'Devices')
})

test('what a guest does in a room names the room by its assessment', async () => {
  const { id } = await rooms.external()
  await rooms.open(id)
  const guest = await rooms.invite(id)
  await guest.must(201, 'POST', '/entries', { kind: 'request', text: 'The restore test, please.' })
  const { title } = await rooms.client.get('admin', `/assessments/${id}`)
  for (const action of ['room.enter', 'room.entry.add']) assert.deepEqual(await named(action), [{ id, title }], action)
})
