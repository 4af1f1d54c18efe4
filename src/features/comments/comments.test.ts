import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { bundles, verify } from '#test/bundles.ts'
import { type CommentsClient, createCommentsClient, type ShownComment } from '#test/comments-client.ts'
import { unique } from '#test/findings-client.ts'
import { createRooms, type Rooms } from '#test/rooms.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let acme: CommentsClient
let rooms: Rooms
const word = () => unique('comment')

before(async () => {
  p = await boot()
  acme = await createCommentsClient(p)
  rooms = await createRooms(p)
})
after(() => p[Symbol.asyncDispose]())

/** One record of each kind that people comment on. */
const recordOfEachKind = async (): Promise<Readonly<Record<string, string>>> => {
  const submissions = await createSubmissionsClient(p)
  const filing = await submissions.requirement()
  const { id: assessment, clauseIds } = await rooms.plan()
  return {
    claim: await acme.claim(word()),
    requirement: await acme.newRequirement(),
    filing,
    package: await submissions.package(filing),
    finding: (await acme.finding()).id,
    risk: (await acme.must(201, 'admin', 'POST', '/risks', { riskKey: word(), title: word() })).id,
    control: (await acme.must(201, 'admin', 'POST', '/controls', { controlKey: word(), title: word() })).id,
    assessment,
    answer: `${assessment}/${clauseIds[0]}`,
  }
}

describe('comments', { concurrency: false }, () => {
  test('people of all roles read the comments on every kind of record, and all but auditors write them', async () => {
    for (const [kind, id] of Object.entries(await recordOfEachKind())) {
      for (const role of ['admin', 'reviewer', 'contributor'])
        await acme.say(role, id, `${kind} by ${role}\n  second line`)
      await acme.say('auditor', id, 'not mine to write', 403)
      for (const role of ['admin', 'reviewer', 'contributor', 'auditor'])
        assert.deepEqual(
          await acme.textsOf(role, id),
          ['contributor', 'reviewer', 'admin'].map(by => `${kind} by ${by}\n  second line`),
        )
    }
  })

  test('records of other workspaces and other kinds have no comments', async () => {
    const claim = await acme.claim(word())
    const comment = await acme.say('admin', claim, 'of acme')
    const globex = createWorkspaceClient(p, 'globex')
    const { cookie } = await globex.signedIn('admin')
    const status = async (method: string, path: string, body?: object) =>
      (
        await p.call(method, `/api/workspace/comments${path}`, {
          cookie,
          ...(method !== 'GET' && { body: body ?? {} }),
        })
      ).status
    assert.equal(await status('GET', `?recordId=${claim}`), 404)
    assert.equal(await status('POST', '', { recordId: claim, text: 'x' }), 404)
    assert.equal(await status('GET', `/people?recordId=${claim}`), 404)
    assert.equal(await status('DELETE', `/${comment.id}`), 404)
    assert.equal(await status('POST', `/${comment.id}/remove`, { reason: 'not of this workspace' }), 404)
    const { id: assessment, clauseIds } = await rooms.plan()
    const other = await rooms.plan()
    for (const id of [
      acme.personIds.reviewer ?? '',
      comment.id,
      'gec_none',
      `${claim}/${clauseIds[0]}`,
      `${assessment}/${other.clauseIds[0]}`,
      `${assessment}/${clauseIds[0]}/x`,
    ])
      await acme.say('admin', id, 'about nothing', 404)
  })

  test('a comment is read by those who see its record, after the record moves to a unit too', async () => {
    const [own, other] = [await acme.newUnit(), await acme.newUnit()]
    const requirement = await acme.newRequirement()
    const { id } = await acme.say('contributor', requirement, 'before it moved')
    await acme.limitUnits('contributor', [own])
    await acme.must(200, 'admin', 'POST', '/placements', { recordIds: [requirement], unitId: other })
    await acme.must(404, 'contributor', 'GET', `/comments?recordId=${requirement}`)
    assert.equal((await acme.change('contributor', id, 'still mine')).status, 404)
    await acme.say('contributor', requirement, 'after it moved', 404)
    await acme.must(200, 'admin', 'POST', '/placements', { recordIds: [requirement], unitId: own })
    assert.deepEqual(await acme.textsOf('contributor', requirement), ['before it moved'])
    await acme.limitUnits('contributor', null)
  })

  test('service accounts and guests of a room read and write none', async () => {
    const { id, claimId, clauseId } = await rooms.external()
    for (const recordId of [claimId, id, `${id}/${clauseId}`])
      await acme.say('admin', recordId, 'internal words of ours')
    const call = (headers: object) => p.call('GET', `/api/workspace/comments?recordId=${claimId}`, headers)
    assert.equal((await call({ token: await p.token('acme-scanner') })).status, 401)
    await rooms.open(id)
    const guest = await rooms.invite(id)
    const seen = [
      await guest.must(200, 'POST', `/items/${claimId}/open`),
      await guest.must(200, 'GET', '/items?kind=claim'),
      await guest.must(200, 'GET', '/entries'),
    ]
    assert.doesNotMatch(JSON.stringify(seen), /internal words/)
  })

  test('only the author changes or deletes a comment, for 15 minutes', async () => {
    const claim = await acme.claim(word())
    const { id, editableUntil } = await acme.say('contributor', claim, 'first words')
    assert.ok(editableUntil)
    assert.equal((await acme.listed('reviewer', claim))[0]?.editableUntil, null)
    for (const person of ['reviewer', 'admin']) {
      assert.equal((await acme.change(person, id, 'of another')).status, 403)
      assert.equal((await acme.remove(person, id)).status, 403)
    }
    p.clock.advance(15 * minute - 1000)
    const edited = await acme.change('contributor', id, 'better words\r\nin two lines')
    assert.equal(edited.status, 200, edited.text)
    assert.equal(edited.body.text, 'better words\nin two lines')
    assert.ok(edited.body.editedAt)
    p.clock.advance(1000)
    for (const response of [await acme.change('contributor', id, 'too late'), await acme.remove('contributor', id)]) {
      assert.equal(response.status, 422)
      assert.equal(response.body.code, 'comment.window_over')
    }
    assert.equal((await acme.listed('contributor', claim))[0]?.editableUntil, null)
    assert.deepEqual(await acme.textsOf('auditor', claim), ['better words\nin two lines'])
  })

  test('a deleted comment leaves who deleted it and when, and administrators remove comments with a reason', async () => {
    const claim = await acme.claim(word())
    const [own, other] = [
      await acme.say('contributor', claim, 'secret one'),
      await acme.say('contributor', claim, 'secret two'),
    ]
    assert.equal((await acme.remove('contributor', own.id)).status, 200)
    assert.equal((await acme.remove('contributor', own.id)).body.code, 'comment.deleted')
    p.clock.advance(minute * 60)
    for (const person of ['reviewer', 'contributor', 'auditor'])
      await acme.must(403, person, 'POST', `/comments/${other.id}/remove`)
    await acme.must(400, 'admin', 'POST', `/comments/${other.id}/remove`, { reason: '' })
    await acme.must(200, 'admin', 'POST', `/comments/${other.id}/remove`, { reason: 'It names a customer.' })
    const all = await acme.listed('contributor', claim)
    assert.deepEqual(
      all.map(({ text, deletedBy, mayRemove }) => [text, deletedBy, mayRemove]),
      [
        [null, 'administrator', false],
        [null, 'author', false],
      ],
    )
    const stored = await p.sql('select record from record_comment where page_id = $1', [claim])
    assert.doesNotMatch(JSON.stringify(stored), /secret/)
    const { auditEvents } = await acme.get('admin', `/audit?resourceId=${other.id}`)
    assert.deepEqual(
      auditEvents.map(({ action, reason }: Record<string, string>) => [action, reason]),
      [
        ['comment.remove', 'It names a customer.'],
        ['comment.create', null],
      ],
    )
    assert.equal(auditEvents[0].record.id, claim)
  })

  test('a text is 1 to 4,000 characters, and a page has the newest comments', async () => {
    const claim = await acme.claim(word())
    await acme.say('admin', claim, ' \n ', 400)
    await acme.say('admin', claim, 'x'.repeat(4001), 400)
    await acme.say('admin', claim, 'x'.repeat(4000))
    for (const text of ['one', 'two', 'three']) await acme.say('admin', claim, text)
    const first = await acme.get('reviewer', `/comments?recordId=${claim}&limit=2`)
    assert.deepEqual(
      first.comments.map(({ text }: ShownComment) => text),
      ['three', 'two'],
    )
    const rest = `/comments?recordId=${claim}&limit=2&cursor=${first.pagination.nextCursor}`
    assert.deepEqual(
      (await acme.get('reviewer', rest)).comments.map(({ text }: ShownComment) => text?.slice(0, 3)),
      ['one', 'xxx'],
    )
    const finding = (await acme.finding()).id
    await acme.must(400, 'reviewer', 'GET', rest.replace(claim, finding))
  })

  test('a record has at most 1,000 comments, also if many are written at once', async () => {
    const claim = await acme.claim(word())
    const { id } = await acme.say('admin', claim, 'the first')
    await p.sql(
      `insert into record_comment (organization_id, id, record_id, author_id, record)
       select organization_id, left(id, 24) || lpad(i::text, 6, '0'), record_id, author_id, record
         from record_comment, generate_series(1, 997) i where id = $1`,
      [id],
    )
    const statuses = await Promise.all(
      Array.from(
        { length: 6 },
        async () => (await acme.send('admin', 'POST', '/comments', { recordId: claim, text: 'x' })).status,
      ),
    )
    assert.deepEqual(statuses.toSorted(), [201, 201, 422, 422, 422, 422])
    await p.sql('delete from record_comment where page_id = $1 and id ~ $2', [claim, `^${id.slice(0, 24)}[0-9]{6}$`])
  })
})

describe('the trail of comments', { concurrency: false }, () => {
  const index = async () => {
    await p.system.runJob('seal-ledger')
    await p.system.runJob('index-records')
  }
  const found = async (text: string): Promise<string[]> =>
    (await acme.get('contributor', `/search?text=${text}`)).records.map(({ id }: { id: string }) => id)

  test('a search finds a record by the words of its comments, until they are deleted', async () => {
    const records = await recordOfEachKind()
    const pages = Object.values(records).map(id => id.split('/')[0])
    const ids: string[] = []
    for (const recordId of Object.values(records)) ids.push((await acme.say('admin', recordId, 'about zeppelins')).id)
    await index()
    assert.deepEqual(new Set(await found('zeppelin')), new Set(pages))
    for (const id of ids) assert.equal((await acme.remove('admin', id)).status, 200)
    await index()
    assert.deepEqual(await found('zeppelin'), [])
  })

  test('the digests of a comment can be erased; the ledger and bundles stay provable', async () => {
    const cookie = (await acme.signedIn('admin')).cookie
    const claim = await acme.claim(word())
    const { id } = await acme.say('admin', claim, 'guessable words')
    await acme.change('admin', id, 'other words')
    await acme.say('admin', claim, 'kept words')
    const bundle = bundles(p, { cookie })
    const before = await bundle.make({ kind: 'everything' }, { ledger: 'all' })
    await acme.must(200, 'admin', 'POST', `/comments/${id}/remove`)
    await p.system.runJob('seal-ledger')
    const { auditEvents } = await acme.get('admin', `/audit?resourceId=${id}`)
    assert.equal(auditEvents.length, 3)
    for (const { id: eventId, beforeDigest, afterDigest } of auditEvents) {
      const fields = [...(beforeDigest ? ['beforeDigest'] : []), ...(afterDigest ? ['afterDigest'] : [])]
      await acme.must(200, 'admin', 'POST', `/audit/${eventId}/erase`, { fields })
    }
    await p.system.runJob('seal-ledger')
    const after = await bundle.make({ kind: 'everything' }, { ledger: 'all' })
    for (const { bytes } of [before, after]) {
      const { exit, text } = await verify(bytes)
      assert.equal(exit, 3, text)
    }
    const { id: verificationId } = await acme.must(202, 'admin', 'POST', '/audit/verify')
    await p.system.runJob('verify-ledger')
    const verified = await acme.get('admin', `/ledger/verifications/${verificationId}`)
    assert.equal(verified.status, 'sound', JSON.stringify(verified))
  })
})
