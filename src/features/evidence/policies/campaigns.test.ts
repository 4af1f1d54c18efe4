import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso, minute } from '#lib/clock.ts'
import { ungoverned } from '#lib/governor.ts'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'
import { endPolicyCampaigns } from './end-policy-campaigns.ts'

let p: Probata
let acme: Policies

before(async () => {
  p = await boot()
  acme = await createPolicies(p)
})
after(() => p[Symbol.asyncDispose]())

const everyone = ['admin', 'reviewer', 'contributor', 'auditor', 'second.reviewer']
const end = () => p.system.runJob('end-policy-campaigns')
const get = (id: string, who = 'admin') => acme.client.get(who, `/policy-campaigns/${id}`)
const claimsOf = async (requirementId: string) =>
  (await acme.client.get('admin', `/claims?evidenceRequirementId=${requirementId}`)).claims
const tasksOf = async (who: string): Promise<string[]> => {
  const { work } = await acme.client.get(who, '/my-work?kind=policy_acknowledgement&limit=200')
  return work.map(({ id }: { id: string }) => id)
}

/** Reads the list attached to a claim, as lines of cells. */
const readList = async (claimId: string) => {
  const { attachments } = await acme.client.get('admin', `/attachments?claimId=${claimId}`)
  assert.equal(attachments.length, 1)
  const query = new URLSearchParams({ claimId, artifactId: attachments[0].artifactId })
  const { content } = await acme.client.get('admin', `/attachments/open?${query}`)
  const [, ...lines] = Buffer.from(content.dataBase64, 'base64').toString().trimEnd().split('\r\n')
  return lines.map(line => line.split(','))
}

describe('a campaign', () => {
  test('ends in one claim with the list attached once everyone asked has acknowledged', async () => {
    const { id, requirementId, versionId, policyId } = await acme.campaign()
    const { originalFilename, contentType } = await get(id)
    assert.deepEqual([originalFilename, contentType], ['policy.txt', 'text/plain'])
    for (const who of everyone) assert.ok((await tasksOf(who)).includes(id))
    assert.equal(await end(), 0)
    for (const who of everyone) {
      const { progress, mayAcknowledge } = await get(id, who)
      assert.deepEqual([progress.asked, progress.acknowledged, mayAcknowledge], [5, everyone.indexOf(who), true])
      const { status, body } = await acme.read(who, id)
      assert.equal(status, 201)
      assert.deepEqual([body.personId, body.versionId], [acme.people[who], versionId])
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
      ...everyone.map(who => [acme.people[who], 'acknowledged', campaign.versionDigest]).toSorted(),
    ])
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
    // The person who started the campaign may not decide its claim.
    const { review } = await acme.client.get('admin', `/claims/${claim.id}`)
    assert.deepEqual([review.mayDecide, review.whyNot], [false, 'hand'])
  })

  test('ends on its due date, and lists people who have not acknowledged', async () => {
    const { id, requirementId } = await acme.campaign({ roles: ['reviewer', 'contributor'] })
    assert.equal((await acme.read('contributor', id)).status, 201)
    assert.equal(await end(), 0)
    const receipt = await acme.open('reviewer', (await get(id)).versionId)
    p.clock.advance(7 * day)
    assert.equal((await acme.acknowledge('reviewer', id, receipt)).status, 422)
    assert.ok(!(await tasksOf('reviewer')).includes(id))
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 3 acknowledged: Acceptable use')
    assert.deepEqual((await readList(claim.id)).map(cells => cells[2]).toSorted(), [
      'acknowledged',
      'outstanding',
      'outstanding',
    ])
    const receiptNow = await acme.open('reviewer', (await get(id)).versionId)
    assert.equal((await acme.acknowledge('reviewer', id, receiptNow)).status, 422)
  })

  test('counts people who join the audience, but not those who leave', async () => {
    const { id, requirementId } = await acme.campaign({ roles: ['reviewer'] })
    assert.equal((await acme.read('reviewer', id)).status, 201)
    const second = acme.people['second.reviewer']
    await acme.must('admin', 200, 'PATCH', `/people/${acme.people.contributor}`, { role: 'reviewer' })
    assert.equal((await get(id)).progress.asked, 3)
    assert.ok((await tasksOf('contributor')).includes(id))
    await acme.must('admin', 200, 'PATCH', `/people/${acme.people.contributor}`, { role: 'contributor' })
    await acme.must('admin', 200, 'PATCH', `/people/${second}`, { disabled: true })
    assert.equal(await end(), 1)
    const [claim] = await claimsOf(requirementId)
    assert.equal(claim.title, '1 of 1 acknowledged: Acceptable use')
    assert.deepEqual(
      (await readList(claim.id)).map(cells => [cells[0], cells[2]]).toSorted(),
      [
        [acme.people.reviewer, 'acknowledged'],
        [second, 'left'],
      ].toSorted(),
    )
    await acme.must('admin', 200, 'PATCH', `/people/${second}`, { disabled: false })
  })

  test('makes one claim even if several nodes end it at once', async () => {
    const { id, requirementId } = await acme.campaign({ personIds: [acme.people.reviewer] })
    assert.equal((await acme.read('reviewer', id)).status, 201)
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
    const { id, requirementId } = await acme.campaign({ personIds: [acme.people.reviewer] })
    await acme.must('admin', 200, 'POST', `/policy-campaigns/${id}/cancel`)
    await acme.must('admin', 422, 'POST', `/policy-campaigns/${id}/cancel`)
    assert.ok(!(await tasksOf('reviewer')).includes(id))
    assert.equal((await acme.read('reviewer', id)).status, 422)
    p.clock.advance(8 * day)
    assert.equal(await end(), 0)
    assert.deepEqual(await claimsOf(requirementId), [])
  })
})

describe('an acknowledgement', () => {
  test('needs the file of the same version, recently opened by the same person', async () => {
    const { id, versionId } = await acme.campaign()
    const other = await acme.published()
    const own = await acme.open('contributor', versionId)
    for (const receipt of [
      'made up',
      await acme.open('reviewer', versionId),
      await acme.open('contributor', other.versionId),
      `${own}x`,
    ])
      assert.equal((await acme.acknowledge('contributor', id, receipt)).status, 422)
    const first = await acme.acknowledge('contributor', id, own)
    assert.equal(first.status, 201)
    const again = await acme.acknowledge('contributor', id, own)
    assert.deepEqual([again.status, again.body], [200, first.body])

    const old = await acme.campaign({ dueAt: iso(p.clock.now() + 30 * day) })
    const opened = await acme.open('contributor', old.versionId)
    p.clock.advance(8 * day)
    assert.equal((await acme.acknowledge('contributor', old.id, opened)).status, 422)
  })

  test('is accepted only from people whom the campaign asks', async () => {
    const { id } = await acme.campaign({ personIds: [acme.people.reviewer] })
    assert.equal((await acme.read('contributor', id)).status, 422)
    assert.deepEqual((await get(id, 'contributor')).isAsked, false)
    assert.equal((await acme.read('reviewer', id)).status, 201)
    const path = `/api/workspace/policy-campaigns/${id}/acknowledge`
    const token = await p.token('acme-scanner')
    assert.equal((await p.call('POST', path, { token, body: { receipt: 'x' } })).status, 401)
    const { people } = await acme.client.get('auditor', `/policy-campaigns/${id}/people`)
    assert.deepEqual(
      people.map(({ personId, standing }: Record<string, string>) => [personId, standing]),
      [[acme.people.reviewer, 'acknowledged']],
    )
    await acme.must('contributor', 403, 'GET', `/policy-campaigns/${id}/people`)
  })

  test('is in the audit trail, and the program cannot revoke it', async () => {
    const { id } = await acme.campaign()
    assert.equal((await acme.read('auditor', id)).status, 201)
    const [row] = await p.sql('select record from audit_event where resource_id = $1', [`${id}/${acme.people.auditor}`])
    const { action, actorId } = JSON.parse(String(row?.record))
    assert.deepEqual([action, actorId], ['policy.campaign.acknowledge', acme.people.auditor])
    const grants = await p.sql(
      `select string_agg(privilege_type, ' ' order by privilege_type) as may from information_schema.role_table_grants
        where table_name = 'policy_acknowledgement' and grantee = 'probata_app'`,
    )
    assert.deepEqual(grants, [{ may: 'INSERT SELECT' }])
  })
})

describe('the conditions of a campaign', () => {
  test('are checked when it starts', async () => {
    const { policyId, versionId } = await acme.published()
    const requirementId = await acme.requirement()
    const body = { policyId, versionId, requirementId, dueAt: iso(p.clock.now() + day) }
    const rejections: readonly (readonly [number, object])[] = [
      [400, { dueAt: iso(p.clock.now() - minute) }],
      [400, { dueAt: iso(p.clock.now() + 400 * day) }],
      [404, { requirementId: 'ger_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' }],
      [404, { policyId: 'gpl_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' }],
      [404, { versionId: (await acme.published()).versionId }],
      [422, { requirementId: await acme.requirement({ status: 'draft' }) }],
      [422, { requirementId: await acme.requirement({ subjectModuleKey: 'controls' }) }],
      [422, { requirementId: await acme.requirement({ subjectResourceType: 'report' }) }],
      [422, { personIds: ['prs_01JZ8Q4D3N6V0M2K5T7W9Y1B4C'] }],
      [422, { personIds: [acme.people.reviewer], roles: ['auditor'] }],
    ]
    for (const [status, overrides] of rejections)
      await acme.must('admin', status, 'POST', '/policy-campaigns', { ...body, ...overrides })
    const next = await acme.upload(policyId, 'The next edition.\n')
    await acme.must('admin', 422, 'POST', '/policy-campaigns', { ...body, versionId: next })
    await acme.publish({ policyId, versionId: next })
    await acme.must('admin', 422, 'POST', '/policy-campaigns', body)
    await acme.must('reviewer', 403, 'POST', '/policy-campaigns', { ...body, versionId: next })
    const matching = await acme.requirement({ subjectModuleKey: 'dms', subjectResourceType: 'document' })
    await acme.must('admin', 201, 'POST', '/policy-campaigns', { ...body, versionId: next, requirementId: matching })
  })

  test("in a unit, limit it to the unit's members and to a requirement that only they see", async () => {
    const { id: unitId } = await acme.must('admin', 201, 'POST', '/units', { unitKey: 'treasury', title: 'Treasury' })
    const { id: otherId } = await acme.must('admin', 201, 'POST', '/units', { unitKey: 'lending', title: 'Lending' })
    const assignUnits = (who: string, unitIds: readonly string[] | null) =>
      acme.must('admin', 200, 'PATCH', `/people/${acme.people[who]}`, { unitIds })
    await assignUnits('contributor', [unitId])
    await assignUnits('auditor', [otherId])
    const { policyId, versionId } = await acme.published('For the treasury only.\n')
    const [shared, limited] = [await acme.requirement(), await acme.requirement()]
    await acme.must('admin', 200, 'POST', '/placements', { recordIds: [policyId, limited], unitId })
    const start = (status: number, requirementId: string, overrides = {}) => {
      const body = { policyId, versionId, requirementId, dueAt: iso(p.clock.now() + day), ...overrides }
      return acme.must('admin', status, 'POST', '/policy-campaigns', body)
    }
    await start(422, shared)
    await start(422, limited, { personIds: [acme.people.auditor] })
    const { id } = await start(201, limited, { roles: ['contributor', 'auditor'] })
    assert.equal((await get(id)).progress.asked, 1)
    assert.deepEqual(
      [(await tasksOf('contributor')).includes(id), (await tasksOf('auditor')).includes(id)],
      [true, false],
    )
    for (const path of [`/policies/${policyId}`, `/policy-campaigns/${id}`, `/policy-versions/${versionId}/file`])
      await acme.must('auditor', 404, 'GET', path)
    const receipt = await acme.open('contributor', versionId)
    assert.equal((await acme.acknowledge('auditor', id, receipt)).status, 404)
    assert.equal((await acme.acknowledge('contributor', id, receipt)).status, 201)
    // A requirement moved out of the unit would show people outside it who acknowledged.
    await acme.must('admin', 200, 'POST', '/placements', { recordIds: [limited], unitId: null })
    await end()
    assert.match((await get(id)).failure, /to another unit/)
    await acme.must('admin', 200, 'POST', '/placements', { recordIds: [limited], unitId })
    p.clock.advance(2 * minute)
    await end()
    assert.equal((await get(id)).status, 'ended')
    for (const who of ['contributor', 'auditor']) await assignUnits(who, null)
  })

  test('are checked again at its end: a campaign that fails says why, does not delay others, and ends once it can', async () => {
    const blocked = await Promise.all(
      Array.from({ length: 3 }, () => acme.campaign({ personIds: [acme.people.reviewer] })),
    )
    for (const { requirementId } of blocked)
      await acme.must('admin', 200, 'PATCH', `/evidence-requirements/${requirementId}`, { status: 'retired' })
    p.clock.advance(hour)
    const fine = await acme.campaign({ personIds: [acme.people.reviewer] })
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
    await acme.must('admin', 200, 'PATCH', `/evidence-requirements/${first.requirementId}`, { status: 'active' })
    p.clock.advance(2 * minute)
    await end()
    const campaign = await get(first.id)
    assert.deepEqual([campaign.status, campaign.failure], ['ended', null])
    assert.equal((await claimsOf(first.requirementId)).length, 1)
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
  })
})
