import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day } from '#lib/clock.ts'
import { clearCustodians } from '#test/custodians.ts'
import { password } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

const holds = '/storage-holds'

describe('holds', { concurrency: false }, () => {
  let p: Probata
  let acme: WorkspaceClient
  let globex: WorkspaceClient

  before(async () => {
    p = await boot()
    acme = createWorkspaceClient(p)
    globex = createWorkspaceClient(p, 'globex')
    await add('second', 'admin')
  })
  after(() => p[Symbol.asyncDispose]())

  const add = async (name: string, role: string) => {
    const body = { email: `${name}@acme.example`, name, role, password }
    assert.equal((await acme.ask('admin', 'POST', '/people', body)).status, 201)
    await clearCustodians(p)
  }
  const place = async (claimId: string | null, client = acme) => {
    const response = await client.ask('admin', 'POST', holds, { claimId, reason: 'the dispute with Globex' })
    assert.deepEqual([response.status, response.body.status], [201, 'active'], response.text)
    return response.body
  }
  const act = (person: string, id: string, verb: string) => acme.ask(person, 'POST', `${holds}/${id}/release${verb}`)
  const statusAfter = async (person: string, id: string, verb: string) => {
    const { status, body, text } = await act(person, id, verb)
    assert.equal(status, 200, text)
    return body.status
  }
  const requireRejection = async (person: string, id: string, verb: string, message: RegExp) => {
    const { status, body } = await act(person, id, verb)
    assert.deepEqual([status, body.error], [422, 'unprocessable'])
    assert.match(body.message, message)
  }

  test('cover a claim or the whole workspace, and appear on the claims that they cover', async () => {
    const claimId = await acme.claim('disputed')
    const hold = await place(claimId)
    const people = await acme.people()
    assert.match(hold.id, /^srh_[0-9A-Z]{26}$/)
    assert.deepEqual(
      [hold.claimId, hold.claimTitle, hold.reason, hold.placedBy, hold.releaseAskedBy, hold.releasedBy],
      [claimId, 'Backup report of last night', 'the dispute with Globex', people.admin, null, null],
    )
    const { etag: _, ...expected } = hold
    const { etag: __, ...returned } = await acme.get('auditor', `${holds}/${hold.id}`)
    assert.deepEqual(returned, expected)
    const { held } = (await acme.get('contributor', `/claims/${claimId}`)).retention
    assert.equal(held, true)
    const other = await acme.claim('undisputed')
    assert.equal((await acme.get('contributor', `/claims/${other}`)).retention.held, false)

    const workspaceHold = await place(null)
    assert.deepEqual([workspaceHold.claimId, workspaceHold.claimTitle], [null, null])
    assert.equal((await acme.get('contributor', `/claims/${other}`)).retention.held, true)
    const idsOf = async (query: string) =>
      (await acme.get('auditor', `${holds}?${query}`)).storageHolds.map(({ id }: { id: string }) => id)
    assert.deepEqual(await idsOf(''), [workspaceHold.id, hold.id])
    assert.deepEqual(await idsOf(`claimId=${claimId}`), [hold.id])
    assert.deepEqual(await idsOf('status=released'), [])
    const [placed] = (await acme.get('auditor', '/audit?action=storage.hold.place')).auditEvents
    assert.deepEqual(
      [placed.resourceId, placed.outcome, placed.reason],
      [workspaceHold.id, 'done', 'the dispute with Globex'],
    )
  })

  test('are released by two administrators; the second must have been an administrator before the request', async () => {
    const { id } = await place(await acme.claim('released-by-two'))
    await requireRejection('second', id, '/confirm', /is active/)
    await requireRejection('second', id, '/withdraw', /is active/)
    assert.equal(await statusAfter('admin', id, ''), 'releasing')
    await requireRejection('second', id, '', /already been requested/)
    await requireRejection('admin', id, '/confirm', /four eyes/)
    await add('late', 'admin')
    await requireRejection('late', id, '/confirm', /added after/)
    const { releaseAskedAt, releaseExpiresAt } = await acme.get('auditor', `${holds}/${id}`)
    assert.equal(Date.parse(releaseExpiresAt) - Date.parse(releaseAskedAt), 7 * day)

    assert.equal(await statusAfter('second', id, '/confirm'), 'released')
    const people = await acme.people()
    const released = await acme.get('auditor', `${holds}/${id}`)
    assert.deepEqual([released.releaseAskedBy, released.releasedBy], [people.admin, people.second])
    for (const verb of ['', '/confirm', '/withdraw']) await requireRejection('second', id, verb, /is released/)
    const doneEvents = async (action: string) =>
      (await acme.get('auditor', `/audit?resourceId=${id}&action=storage.hold.release.${action}`)).auditEvents.filter(
        ({ outcome }: { outcome: string }) => outcome === 'done',
      )
    const [confirmed] = await doneEvents('confirm')
    const [request] = await doneEvents('ask')
    assert.deepEqual([request.actorId, confirmed.actorId], [people.admin, people.second])
    assert.equal(confirmed.beforeDigest, request.afterDigest)
  })

  test('are not released by an administrator whom the requester appointed or whose account the requester could enter', async () => {
    const { id } = await place(await acme.claim('released-by-puppets'))
    await add('puppet', 'reviewer')
    await add('colleague', 'admin')
    const people = await acme.people()
    assert.equal(await statusAfter('admin', id, ''), 'releasing')
    assert.equal((await acme.ask('admin', 'PATCH', `/people/${people.puppet}`, { role: 'admin' })).status, 200)
    await requireRejection('puppet', id, '/confirm', /changed your access after the request/)
    assert.equal(await statusAfter('admin', id, '/withdraw'), 'active')

    const { status, body, text } = await acme.ask('admin', 'POST', `/people/${people.colleague}/password-reset`)
    assert.equal(status, 201, text)
    const [, token] = String(body.url).split('#')
    const accepted = await p.call('POST', '/api/workspace/invitations/accept', {
      body: { token, password: `another ${password}` },
    })
    const asColleague = (verb: string) => {
      const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const input = { reason: 'the dispute is over' }
      return p.call('POST', `/api/workspace${holds}/${id}/release${verb}`, { cookie, body: input })
    }
    assert.equal(await statusAfter('admin', id, ''), 'releasing')
    const confirmed = await asColleague('/confirm')
    assert.deepEqual([confirmed.status, /four eyes/.test(confirmed.body.message)], [422, true], confirmed.text)
    assert.equal(await statusAfter('second', id, '/confirm'), 'released')
  })

  test('stay in force if the release request is withdrawn or expires', async () => {
    const { id } = await place(await acme.claim('still-held'))
    assert.equal(await statusAfter('second', id, ''), 'releasing')
    assert.equal(await statusAfter('second', id, '/withdraw'), 'active')
    assert.equal(await statusAfter('second', id, ''), 'releasing')
    p.clock.advance(7 * day)
    await requireRejection('admin', id, '/confirm', /expired/)
    assert.equal(await statusAfter('admin', id, ''), 'releasing')
    await requireRejection('admin', id, '/confirm', /four eyes/)
    assert.equal(await statusAfter('second', id, '/confirm'), 'released')
  })

  test('are not accessible to other workspaces or other roles', async () => {
    const { id, claimId } = await place(await acme.claim('not-theirs'))
    const foreign = await globex.ask('admin', 'POST', holds, { claimId })
    assert.deepEqual([foreign.status, foreign.body.error], [404, 'not_found'])
    assert.equal((await globex.ask('admin', 'GET', `${holds}/${id}`)).status, 404)
    for (const verb of ['', '/confirm', '/withdraw'])
      assert.equal((await globex.ask('admin', 'POST', `${holds}/${id}/release${verb}`)).status, 404)
    assert.deepEqual((await globex.get('admin', holds)).storageHolds, [])
    const own = await globex.claim('theirs')
    assert.equal((await globex.get('admin', `/claims/${own}`)).retention.held, false)
    for (const person of ['contributor', 'reviewer']) {
      assert.equal((await acme.ask(person, 'GET', holds)).status, 403)
      assert.equal((await acme.ask(person, 'POST', holds, { claimId })).status, 403)
    }
    assert.equal((await acme.ask('auditor', 'POST', holds, { claimId })).status, 403)
    assert.equal((await acme.ask('admin', 'POST', holds, {})).status, 400)
  })

  test('cannot be released alone, moved or deleted through SQL', async () => {
    const { id } = await place(await acme.claim('as-it-is'))
    const people = await acme.people()
    const releaseAlone = `update retention_hold set status = 'released', release_asked_by = $2, released_by = $2 where id = $1`
    await assert.rejects(p.sql(releaseAlone, [id, people.admin]), { constraint: 'retention_hold_released_by_two' })
    for (const statement of [
      `update retention_hold set claim_id = null where id = $1`,
      'delete from retention_hold where id = $1',
    ])
      await assert.rejects(p.sql(statement, [id]), { code: '42501' })
  })

  test('are limited to a thousand in force per workspace', async () => {
    const people = await globex.people()
    await p.sql(
      `insert into retention_hold (organization_id, id, status, placed_by, record)
       select organization_id, 'srh_' || lpad(n::text, 26, '0'), 'active', id, '{}' from person, generate_series(1, 1000) n
        where id = $1`,
      [people.admin],
    )
    const { status, body } = await globex.ask('admin', 'POST', holds, { claimId: null })
    assert.deepEqual([status, /1000 holds/.test(body.message)], [422, true])
  })
})
