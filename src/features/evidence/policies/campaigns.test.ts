import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'
import { endPolicyCampaigns } from './end-policy-campaigns.ts'

let p: Probata
let a: Policies

before(async () => {
  p = await boot()
  a = await createPolicies(p)
})
after(() => p[Symbol.asyncDispose]())

const everyone = ['admin', 'reviewer', 'contributor', 'auditor', 'second.reviewer']
const end = () => p.system.runJob('end-policy-campaigns')
const get = (id: string, who = 'admin') => a.client.get(who, `/policy-campaigns/${id}`)
const claimsOf = async (requirementId: string) =>
  (await a.client.get('admin', `/claims?evidenceRequirementId=${requirementId}`)).claims
const tasksOf = async (who: string): Promise<string[]> => {
  const { work } = await a.client.get(who, '/my-work?kind=policy_acknowledgement&limit=200')
  return work.map(({ id }: { id: string }) => id)
}

/** Reads the list attached to a claim, as lines of cells. */
const readList = async (claimId: string) => {
  const { attachments } = await a.client.get('admin', `/attachments?claimId=${claimId}`)
  assert.equal(attachments.length, 1)
  const query = new URLSearchParams({ claimId, artifactId: attachments[0].artifactId })
  const { content } = await a.client.get('admin', `/attachments/open?${query}`)
  const [, ...lines] = Buffer.from(content.dataBase64, 'base64').toString().trimEnd().split('\r\n')
  return lines.map(line => line.split(','))
}

describe('a campaign', () => {
  test('ends in one claim with the list attached once everyone asked has acknowledged', async () => {
    const { id, requirementId, versionId, policyId } = await a.campaign()
    const { originalFilename, contentType } = await get(id)
    assert.deepEqual([originalFilename, contentType], ['policy.txt', 'text/plain'])
    for (const who of everyone) assert.ok((await tasksOf(who)).includes(id))
    assert.equal(await end(), 0)
    for (const who of everyone) {
      const { progress, mayAcknowledge } = await get(id, who)
      assert.deepEqual([progress.asked, progress.acknowledged, mayAcknowledge], [5, everyone.indexOf(who), true])
      const { status, body } = await a.read(who, id)
      assert.equal(status, 201)
      assert.deepEqual([body.personId, body.versionId], [a.people[who], versionId])
      assert.ok(!(await tasksOf(who)).includes(id))
    }
    assert.equal(await end(), 1)
    assert.equal(await end(), 0)
    const campaign = await get(id)
    assert.deepEqual([campaign.status, campaign.asked, campaign.acknowledged], ['ended', 5, 5])
    const claims = await claimsOf(requirementId)
    assert.deepEqual(
      claims.map((claim: Record<string, unknown>) => [claim.id, claim.status, claim.title]),
      [[campaign.claimId, 'submitted', '5 of 5 acknowledged: Acceptable use']],
    )
    const [claim] = claims
    assert.deepEqual(
      [claim.sourceModuleKey, claim.sourceResourceType, claim.sourceResourceId, claim.sourceVersionId],
      ['dms', 'document', id, versionId],
    )
    assert.deepEqual([claim.subjectModuleKey, claim.subjectResourceId], ['dms', policyId])
    const list = await readList(claim.id)
    assert.deepEqual(list.map(cells => [cells[0], cells[2], cells[7]]).toSorted(), [
      ...everyone.map(who => [a.people[who], 'acknowledged', campaign.versionDigest]).toSorted(),
    ])
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
    // The person who started the campaign may not decide its claim.
    const { review } = await a.client.get('admin', `/claims/${claim.id}`)
    assert.deepEqual([review.mayDecide, review.whyNot], [false, 'hand'])
  })

  test('ends on its due date, and lists people who have not acknowledged', async () => {
    const { id, requirementId } = await a.campaign({ roles: ['reviewer', 'contributor'] })
    assert.equal((await a.read('contributor', id)).status, 201)
    assert.equal(await end(), 0)
    const receipt = await a.open('reviewer', (await get(id)).versionId)
    p.clock.advance(7 * day)
    assert.equal((await a.acknowledge('reviewer', id, receipt)).status, 422)
    assert.ok(!(await tasksOf('reviewer')).includes(id))
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 3 acknowledged: Acceptable use')
    assert.deepEqual((await readList(claim.id)).map(cells => cells[2]).toSorted(), [
      'acknowledged',
      'outstanding',
      'outstanding',
    ])
    const receiptNow = await a.open('reviewer', (await get(id)).versionId)
    assert.equal((await a.acknowledge('reviewer', id, receiptNow)).status, 422)
  })

  test('counts people who join the audience, but not those who leave', async () => {
    const { id, requirementId } = await a.campaign({ roles: ['reviewer'] })
    assert.equal((await a.read('reviewer', id)).status, 201)
    const second = a.people['second.reviewer']
    await a.must('admin', 200, 'PATCH', `/people/${a.people.contributor}`, { role: 'reviewer' })
    assert.equal((await get(id)).progress.asked, 3)
    assert.ok((await tasksOf('contributor')).includes(id))
    await a.must('admin', 200, 'PATCH', `/people/${a.people.contributor}`, { role: 'contributor' })
    await a.must('admin', 200, 'PATCH', `/people/${second}`, { disabled: true })
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 1 acknowledged: Acceptable use')
    assert.deepEqual(
      (await readList(claim.id)).map(cells => [cells[0], cells[2]]).toSorted(),
      [
        [a.people.reviewer, 'acknowledged'],
        [second, 'left'],
      ].toSorted(),
    )
    await a.must('admin', 200, 'PATCH', `/people/${second}`, { disabled: false })
  })

  test('makes one claim even if several nodes end it at once', async () => {
    const { id, requirementId } = await a.campaign({ personIds: [a.people.reviewer] })
    assert.equal((await a.read('reviewer', id)).status, 201)
    const { signal } = new AbortController()
    const runs = ['jrn_1', 'jrn_2', 'jrn_3'].map(run =>
      endPolicyCampaigns.run(p.system.services, { id: run, signal, slice: ungoverned }),
    )
    await Promise.all(runs)
    assert.equal((await get(id)).status, 'ended')
    assert.equal((await claimsOf(requirementId)).length, 1)
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
  })

  test('asks no one and makes no claim once cancelled', async () => {
    const { id, requirementId } = await a.campaign({ personIds: [a.people.reviewer] })
    await a.must('admin', 200, 'POST', `/policy-campaigns/${id}/cancel`)
    await a.must('admin', 422, 'POST', `/policy-campaigns/${id}/cancel`)
    assert.ok(!(await tasksOf('reviewer')).includes(id))
    assert.equal((await a.read('reviewer', id)).status, 422)
    p.clock.advance(8 * day)
    assert.equal(await end(), 0)
    assert.deepEqual(await claimsOf(requirementId), [])
  })
})

describe('an acknowledgement', () => {
  test('needs the file of the same version, recently opened by the same person', async () => {
    const { id, versionId } = await a.campaign()
    const other = await a.published()
    const own = await a.open('contributor', versionId)
    for (const receipt of [
      'made up',
      await a.open('reviewer', versionId),
      await a.open('contributor', other.versionId),
      `${own}x`,
    ])
      assert.equal((await a.acknowledge('contributor', id, receipt)).status, 422)
    const first = await a.acknowledge('contributor', id, own)
    assert.equal(first.status, 201)
    const again = await a.acknowledge('contributor', id, own)
    assert.deepEqual([again.status, again.body], [200, first.body])

    const old = await a.campaign({ dueAt: iso(p.clock.now() + 30 * day) })
    const opened = await a.open('contributor', old.versionId)
    p.clock.advance(8 * day)
    assert.equal((await a.acknowledge('contributor', old.id, opened)).status, 422)
  })

  test('is accepted only from people whom the campaign asks', async () => {
    const { id } = await a.campaign({ personIds: [a.people.reviewer] })
    assert.equal((await a.read('contributor', id)).status, 422)
    assert.deepEqual((await get(id, 'contributor')).isAsked, false)
    assert.equal((await a.read('reviewer', id)).status, 201)
    const path = `/api/workspace/policy-campaigns/${id}/acknowledge`
    const token = await p.token('acme-scanner')
    assert.equal((await p.call('POST', path, { token, body: { receipt: 'x' } })).status, 401)
    const { people } = await a.client.get('auditor', `/policy-campaigns/${id}/people`)
    assert.deepEqual(
      people.map(({ personId, standing }: Record<string, string>) => [personId, standing]),
      [[a.people.reviewer, 'acknowledged']],
    )
    await a.must('contributor', 403, 'GET', `/policy-campaigns/${id}/people`)
  })

  test('is in the audit trail, and the program cannot revoke it', async () => {
    const { id } = await a.campaign()
    assert.equal((await a.read('auditor', id)).status, 201)
    const [row] = await p.sql('select record from audit_event where resource_id = $1', [`${id}/${a.people.auditor}`])
    const { action, actorId } = JSON.parse(String(row?.record))
    assert.deepEqual([action, actorId], ['policy.campaign.acknowledge', a.people.auditor])
    const grants = await p.sql(
      `select string_agg(privilege_type, ' ' order by privilege_type) as may from information_schema.role_table_grants
        where table_name = 'policy_acknowledgement' and grantee = 'probata_app'`,
    )
    assert.deepEqual(grants, [{ may: 'INSERT SELECT' }])
  })
})

describe('the conditions of a campaign', () => {
  test('are checked when it starts', async () => {
    const { policyId, versionId } = await a.published()
    const requirementId = await a.requirement()
    const body = { policyId, versionId, requirementId, dueAt: iso(p.clock.now() + day) }
    const rejections: readonly (readonly [number, object])[] = [
      [400, { dueAt: iso(p.clock.now() - minute) }],
      [400, { dueAt: iso(p.clock.now() + 400 * day) }],
      [404, { requirementId: 'ger_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' }],
      [404, { policyId: 'gpl_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' }],
      [404, { versionId: (await a.published()).versionId }],
      [422, { requirementId: await a.requirement({ status: 'draft' }) }],
      [422, { requirementId: await a.requirement({ subjectModuleKey: 'controls' }) }],
      [422, { requirementId: await a.requirement({ subjectResourceType: 'report' }) }],
      [422, { personIds: ['prs_01JZ8Q4D3N6V0M2K5T7W9Y1B4C'] }],
      [422, { personIds: [a.people.reviewer], roles: ['auditor'] }],
    ]
    for (const [status, over] of rejections)
      await a.must('admin', status, 'POST', '/policy-campaigns', { ...body, ...over })
    const next = await a.upload(policyId, 'The next edition.\n')
    await a.must('admin', 422, 'POST', '/policy-campaigns', { ...body, versionId: next })
    await a.publish({ policyId, versionId: next })
    await a.must('admin', 422, 'POST', '/policy-campaigns', body)
    await a.must('reviewer', 403, 'POST', '/policy-campaigns', { ...body, versionId: next })
    const matching = await a.requirement({ subjectModuleKey: 'dms', subjectResourceType: 'document' })
    await a.must('admin', 201, 'POST', '/policy-campaigns', { ...body, versionId: next, requirementId: matching })
  })

  test("in a unit, limit it to the unit's members and to a requirement that only they see", async () => {
    const { id: unitId } = await a.must('admin', 201, 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
    const { id: otherId } = await a.must('admin', 201, 'POST', '/units', { unitKey: 'lending', title: 'Lending' })
    const assignUnits = (who: string, unitIds: readonly string[] | null) =>
      a.must('admin', 200, 'PATCH', `/people/${a.people[who]}`, { unitIds })
    await assignUnits('contributor', [unitId])
    await assignUnits('auditor', [otherId])
    const { policyId, versionId } = await a.published('For the treasury only.\n')
    const [open, closed] = [await a.requirement(), await a.requirement()]
    await a.must('admin', 200, 'POST', '/placements', { recordIds: [policyId, closed], unitId })
    const start = (status: number, requirementId: string, over = {}) => {
      const body = { policyId, versionId, requirementId, dueAt: iso(p.clock.now() + day), ...over }
      return a.must('admin', status, 'POST', '/policy-campaigns', body)
    }
    await start(422, open)
    await start(422, closed, { personIds: [a.people.auditor] })
    const { id } = await start(201, closed, { roles: ['contributor', 'auditor'] })
    assert.equal((await get(id)).progress.asked, 1)
    assert.deepEqual(
      [(await tasksOf('contributor')).includes(id), (await tasksOf('auditor')).includes(id)],
      [true, false],
    )
    for (const path of [`/policies/${policyId}`, `/policy-campaigns/${id}`, `/policy-versions/${versionId}/file`])
      await a.must('auditor', 404, 'GET', path)
    const receipt = await a.open('contributor', versionId)
    assert.equal((await a.acknowledge('auditor', id, receipt)).status, 404)
    assert.equal((await a.acknowledge('contributor', id, receipt)).status, 201)
    // A requirement moved out of the unit would show people outside it who acknowledged.
    await a.must('admin', 200, 'POST', '/placements', { recordIds: [closed], unitId: null })
    await end()
    assert.match((await get(id)).failure, /to another unit/)
    await a.must('admin', 200, 'POST', '/placements', { recordIds: [closed], unitId })
    p.clock.advance(2 * minute)
    await end()
    assert.equal((await get(id)).status, 'ended')
    for (const who of ['contributor', 'auditor']) await assignUnits(who, null)
  })

  test('are checked again at its end: a campaign that fails says why, does not delay others, and ends once it can', async () => {
    const blocked = await Promise.all(Array.from({ length: 3 }, () => a.campaign({ personIds: [a.people.reviewer] })))
    for (const { requirementId } of blocked)
      await a.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
    p.clock.advance(hour)
    const fine = await a.campaign({ personIds: [a.people.reviewer] })
    p.clock.advance(8 * day)
    await end()
    assert.equal((await get(fine.id)).status, 'ended')
    for (const { id } of blocked) {
      const { status, failure, retryAt } = await get(id)
      assert.deepEqual(
        [status, failure],
        ['running', 'The evidence requirement is retired; a campaign needs an active one.'],
      )
      assert.ok(Date.parse(retryAt) > p.clock.now())
    }
    // No retry before retryAt.
    assert.equal(await end(), 0)
    const [first] = blocked
    assert.ok(first)
    await a.must('admin', 200, 'PATCH', `/evidence-requirements/${first.requirementId}`, { status: 'active' })
    p.clock.advance(2 * minute)
    await end()
    const campaign = await get(first.id)
    assert.deepEqual([campaign.status, campaign.failure], ['ended', null])
    assert.equal((await claimsOf(first.requirementId)).length, 1)
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
  })
})
