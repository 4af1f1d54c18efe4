import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { canonicalDigest, sha256Hex } from '#lib/hash.ts'
import { createRooms, type External, type Guest, type Rooms } from '#test/rooms.ts'
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

const items = async ({ must }: Guest, kind: string) => (await must(200, 'GET', `/items?kind=${kind}`)).items

const auditRowsOf = async (action: string, resourceId: string): Promise<Record<string, unknown>[]> => {
  const rows = await p.sql('select record from audit_event where action = $1 and resource_id = $2 order by id', [
    action,
    resourceId,
  ])
  return rows.map(({ record }) => JSON.parse(String(record)))
}

const filePath = (claimId: string, artifactId: string) => `/files/open?${new URLSearchParams({ claimId, artifactId })}`

describe('what a guest sees', () => {
  test('the clause, the claim and its file as they were frozen, and nothing else', async () => {
    const { clauseId, claimId, guest } = await createRoom()
    assert.deepEqual(
      (await items(guest, 'clause')).map(({ id, kind }: { id: string; kind: string }) => [id, kind]),
      [[clauseId, 'clause']],
    )
    assert.deepEqual(
      (await items(guest, 'claim')).map(({ id }: { id: string }) => id),
      [claimId],
    )
    const { item: clause } = await guest.must(200, 'POST', `/items/${clauseId}/open`)
    assert.deepEqual(
      clause.related.map(({ id }: { id: string }) => id),
      [claimId],
    )
    const { item, digest } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    assert.equal(item.title, 'Backup report of last night')
    assert.equal(canonicalDigest(item), digest)
    const [file] = item.claim.attachments
    const opened = await guest.must(200, 'GET', filePath(claimId, file.artifactId))
    const bytes = Buffer.from(opened.content.dataBase64, 'base64')
    assert.deepEqual([bytes.toString(), sha256Hex(bytes)], [`the file of ${claimId}`, file.checksumSha256])
  })

  test('the list shows the proof and the files of each item, and whether this guest has opened them', async () => {
    const { id, clauseId, claimId, guest } = await createRoom()
    const colleague = await rooms.invite(id, { email: 'second@audit.example' })
    const [{ related }] = await items(guest, 'clause')
    assert.deepEqual(related, [claimId])
    const readStates = async (by: Guest) => {
      const [{ opened, files }] = await items(by, 'claim')
      return [opened, ...files.map((file: Record<string, unknown>) => [file.originalFilename, file.opened])]
    }
    assert.deepEqual(await readStates(guest), [false, ['report.txt', false]])
    const { item } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    assert.deepEqual(await readStates(guest), [true, ['report.txt', false]])
    for (const _ of [1, 2]) await guest.must(200, 'GET', filePath(claimId, item.claim.attachments[0].artifactId))
    assert.deepEqual(await readStates(guest), [true, ['report.txt', true]])
    assert.deepEqual(await readStates(colleague), [false, ['report.txt', false]])
    await rooms.answer(id, clauseId, { claimIds: [] })
    await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
    assert.equal((await items(guest, 'clause'))[0].opened, false)
  })

  test('the decision on a claim as the room froze it: who, when and why', async () => {
    const { claimId, guest } = await createRoom()
    const { item } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    const { outcome, decidedByName, decidedAt, reason } = item.claim.decision
    assert.deepEqual([outcome, decidedByName], ['accepted', 'reviewer of acme'])
    assert.ok(reason.length > 0 && Date.parse(decidedAt) > 0)
  })

  test('the digest of the scope is computed from its items', async () => {
    const { guest } = await createRoom()
    const { room, guest: self } = await guest.must(200, 'GET', '/scope')
    const all = [
      ...(await items(guest, 'clause')),
      ...(await items(guest, 'control')),
      ...(await items(guest, 'claim')),
    ]
    const lines = all.map(({ id, digest }) => `${id} ${digest}\n`).sort()
    assert.equal(room.scopeDigest, sha256Hex(lines.join('')))
    assert.deepEqual([room.clauses, room.controls, room.claims], [1, 0, 1])
    assert.deepEqual([self.name, room.openedByName], ['Gerda Guest', 'admin of acme'])
  })

  test('a guest cannot read another claim, its file, or a file under another claim', async () => {
    const { claimId, otherId, guest } = await createRoom()
    const other = (await rooms.client.get('admin', `/attachments?claimId=${otherId}`)).attachments[0]
    const own = (await rooms.client.get('admin', `/attachments?claimId=${claimId}`)).attachments[0]
    await guest.must(404, 'POST', `/items/${otherId}/open`)
    await guest.must(404, 'GET', filePath(otherId, other.artifactId))
    await guest.must(404, 'GET', filePath(claimId, other.artifactId))
    await guest.must(404, 'GET', filePath(otherId, own.artifactId))
    await guest.must(404, 'POST', `/claims/${otherId}/mark`, { mark: 'accepted' })
    await guest.must(404, 'POST', '/entries', { itemId: otherId, kind: 'comment', text: 'What is this?' })
  })

  test('later changes appear once the room is updated, and earlier marks stay', async () => {
    const { id, clauseId, claimId, otherId, guest } = await createRoom()
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    await guest.must(200, 'POST', `/claims/${claimId}/mark`, { mark: 'accepted', reference: 'A-1' })
    const before = (await guest.must(200, 'GET', '/scope')).room
    await rooms.answer(id, clauseId, { claimIds: [otherId] })
    assert.deepEqual((await guest.must(200, 'GET', '/scope')).room, before)
    await guest.must(404, 'POST', `/items/${otherId}/open`)
    const after = await rooms.must('admin', 200, 'POST', `/assessments/${id}/room/refresh`)
    assert.notEqual(after.scopeDigest, before.scopeDigest)
    assert.equal(after.claims, 2)
    await guest.must(200, 'POST', `/items/${otherId}/open`)
    const [first] = (await rooms.client.get('auditor', `/assessments/${id}/room/marks`)).marks
    assert.deepEqual([first.claimId, first.reference, first.isChanged], [claimId, 'A-1', false])
    assert.equal((await auditRowsOf('room.refresh', after.id)).length, 1)
  })
})

describe('the audit trail of a room', () => {
  test('each opening of an item adds a row, but rereading after a mark or comment does not', async () => {
    const { claimId, guest } = await createRoom()
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    await guest.must(200, 'POST', `/claims/${claimId}/mark`, { mark: 'question', note: 'Of which night?' })
    await guest.must(201, 'POST', '/entries', { itemId: claimId, kind: 'comment', text: 'Of which night?' })
    for (const path of ['/scope', '/items?kind=claim', '/entries', `/entries?itemId=${claimId}`])
      await guest.must(200, 'GET', path)
    const [row, ...more] = await auditRowsOf('room.item.open', claimId)
    assert.deepEqual([row?.actorKind, row?.actorId, more.length], ['guest', guest.id, 0])
  })

  test('opening a file adds a row too', async () => {
    const { claimId, guest } = await createRoom()
    const { item } = await guest.must(200, 'POST', `/items/${claimId}/open`)
    const { artifactId } = item.claim.attachments[0]
    await guest.must(200, 'GET', filePath(claimId, artifactId))
    assert.deepEqual(
      (await auditRowsOf('room.file.open', artifactId)).map(({ actorId }) => actorId),
      [guest.id],
    )
  })

  test('the audit trail shows the workspace the name of a guest', async () => {
    const { claimId, guest } = await createRoom()
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    await guest.must(200, 'POST', `/claims/${claimId}/mark`, { mark: 'accepted' })
    const { auditEvents: events } = await rooms.client.get('admin', `/audit?actorId=${guest.id}&action=room.mark`)
    assert.deepEqual([events[0].actorKind, events[0].actorName], ['guest', 'Gerda Guest'])
  })
})

describe('marks, comments and requests', () => {
  test('a mark concerns the frozen claim, and the claim itself does not change', async () => {
    const { id, claimId, guest } = await createRoom()
    const [{ digest }] = await items(guest, 'claim')
    await guest.must(200, 'POST', `/items/${claimId}/open`)
    await guest.must(422, 'POST', `/claims/${claimId}/mark`, { mark: 'rejected' })
    for (const mark of ['question', 'accepted'])
      await guest.must(200, 'POST', `/claims/${claimId}/mark`, { mark, reference: 'R-7', note: 'Seen.' })
    const [marked] = await items(guest, 'claim')
    assert.deepEqual([marked.mark.mark, marked.mark.reference, marked.mark.claimDigest], ['accepted', 'R-7', digest])
    const { marks } = await rooms.client.get('contributor', `/assessments/${id}/room/marks`)
    assert.deepEqual(
      marks.map(({ mark, markedByName, isChanged }: Record<string, unknown>) => [mark, markedByName, isChanged]),
      [['accepted', 'Gerda Guest', false]],
    )
    assert.equal((await rooms.client.get('admin', `/claims/${claimId}`)).status, 'accepted')
  })

  test('a clause, like a claim, can be marked only after its current frozen version was opened', async () => {
    const { id, clauseId, guest } = await createRoom()
    const path = `/items/${clauseId}/mark`
    await guest.must(422, 'POST', path, { mark: 'accepted' })
    await guest.must(200, 'POST', `/items/${clauseId}/open`)
    await guest.must(422, 'POST', path, { mark: 'question' })
    await guest.must(200, 'POST', path, { mark: 'question', note: 'Who answers it?' })
    const [{ mark }] = await items(guest, 'clause')
    assert.deepEqual([mark.mark, mark.note], ['question', 'Who answers it?'])
    const { marks } = await rooms.client.get('reviewer', `/assessments/${id}/room/marks`)
    assert.deepEqual(
      marks.map(({ kind, claimId, isChanged }: Record<string, unknown>) => [kind, claimId, isChanged]),
      [['clause', clauseId, false]],
    )
    await guest.must(404, 'POST', '/items/gfc_unknown/mark', { mark: 'accepted' })
  })

  test('a request can be answered once; a claim that the answer adds is frozen and included in the digest', async () => {
    const { id, otherId, guest } = await createRoom()
    const request = await guest.must(201, 'POST', '/entries', { kind: 'request', text: 'The restore test, please.' })
    const before = (await guest.must(200, 'GET', '/scope')).room
    const path = `/assessments/${id}/room/entries/${request.id}/answer`
    await rooms.must('auditor', 403, 'POST', path, { text: 'Here.' })
    await rooms.must('contributor', 404, 'POST', path, { text: 'Here.', claimIds: ['gec_unknown'] })
    await rooms.must('contributor', 200, 'POST', path, { text: 'Here it is.', claimIds: [otherId] })
    await rooms.must('contributor', 422, 'POST', path, { text: 'Again.' })
    const [{ answer }] = (await guest.must(200, 'GET', '/entries')).entries
    assert.deepEqual(
      [answer.text, answer.answeredByName, answer.claimIds],
      ['Here it is.', 'contributor of acme', [otherId]],
    )
    await guest.must(200, 'POST', `/items/${otherId}/open`)
    const { room } = await guest.must(200, 'GET', '/scope')
    const all = [...(await items(guest, 'clause')), ...(await items(guest, 'claim'))]
    assert.equal(
      room.scopeDigest,
      sha256Hex(
        all
          .map(({ id, digest }) => `${id} ${digest}\n`)
          .sort()
          .join(''),
      ),
    )
    assert.notEqual(room.scopeDigest, before.scopeDigest)
    assert.equal((await auditRowsOf('room.add', room.id)).length, 1)
  })

  test('a conclusion covers the scope that the guest saw, and nothing can be added afterwards', async () => {
    const { id, claimId, guest } = await createRoom()
    const { room } = await guest.must(200, 'GET', '/scope')
    const conclusion = 'No nonconformity was found.'
    await guest.must(422, 'POST', '/conclude', { conclusion, scopeDigest: '0'.repeat(64) })
    const concluded = await guest.must(200, 'POST', '/conclude', { conclusion, scopeDigest: room.scopeDigest })
    assert.deepEqual([concluded.conclusion, concluded.concludedByName], [conclusion, 'Gerda Guest'])
    assert.match(
      (await guest.must(422, 'POST', `/claims/${claimId}/mark`, { mark: 'accepted' })).message,
      /was concluded/,
    )
    await guest.must(422, 'POST', '/entries', { kind: 'comment', text: 'One more.' })
    await guest.must(422, 'POST', '/conclude', { conclusion, scopeDigest: room.scopeDigest })
    await rooms.must('admin', 422, 'POST', `/assessments/${id}/room/refresh`)
    await guest.must(200, 'POST', `/items/${claimId}/open`)
  })
})
