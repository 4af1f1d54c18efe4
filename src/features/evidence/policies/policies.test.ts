import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createPolicies, type Policies } from '#test/policies.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let acme: Policies

before(async () => {
  p = await boot()
  acme = await createPolicies(p)
})
after(() => p[Symbol.asyncDispose]())

const get = (path: string, who = 'auditor') => acme.client.get(who, path)

describe('a policy', () => {
  test('starts as a draft, comes into force with its first published version, and retires permanently', async () => {
    const policyId = await acme.policy({ title: 'Clean desk', ownerId: acme.people.reviewer })
    const draft = await get(`/policies/${policyId}`)
    assert.deepEqual(
      [draft.status, draft.ownerName, draft.currentVersionId, draft.currentVersionNumber],
      ['draft', 'reviewer of acme', null, null],
    )
    const versionId = await acme.upload(policyId, 'Clean your desk.\n')
    assert.equal((await get(`/policies/${policyId}`)).status, 'draft')
    await acme.publish({ policyId, versionId })
    const active = await get(`/policies/${policyId}`)
    assert.deepEqual([active.status, active.currentVersionId, active.currentVersionNumber], ['active', versionId, 1])
    const { policies } = await get('/policies?status=active')
    assert.ok(policies.some(({ id }: { id: string }) => id === policyId))

    await acme.must('contributor', 200, 'PATCH', `/policies/${policyId}`, { title: 'Clear desk' })
    await acme.must('admin', 200, 'POST', `/policies/${policyId}/retire`)
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'No desk' }],
      ['POST', '/retire', {}],
    ] as const)
      await acme.must('admin', 422, method, `/policies/${policyId}${path}`, body)
    assert.equal((await acme.announce(policyId)).status, 422)
  })

  test('has a unique key and an owner who can sign in', async () => {
    await acme.policy({ policyKey: 'TAKEN' })
    await acme.must('contributor', 409, 'POST', '/policies', { policyKey: 'TAKEN', title: 'Another' })
    const unknownOwner = { policyKey: 'NOBODY', title: 'Another', ownerId: 'prs_01JZ8Q4D3N6V0M2K5T7W9Y1B4C' }
    await acme.must('contributor', 422, 'POST', '/policies', unknownOwner)
  })

  test('cannot be retired while a campaign asks people about it', async () => {
    const { policyId, id } = await acme.campaign()
    await acme.must('admin', 422, 'POST', `/policies/${policyId}/retire`)
    await acme.must('admin', 200, 'POST', `/policy-campaigns/${id}/cancel`)
    await acme.must('admin', 200, 'POST', `/policies/${policyId}/retire`)
  })
})

describe('a policy version', () => {
  test('is announced, uploaded and opened with its digest and a receipt', async () => {
    const policyId = await acme.policy()
    const announced = await acme.announce(policyId, 'Keep secrets.\n')
    const { version, upload } = announced.body
    assert.deepEqual([version.number, version.status, version.artifactId], [1, 'awaiting_file', null])
    await acme.must('admin', 404, 'GET', `/policy-versions/${version.id}/file`)
    const other = await acme.send(upload.path, 'Keep sekrets.\n')
    assert.equal(other.status, 422)
    const sent = await acme.send(upload.path, 'Keep secrets.\n')
    assert.deepEqual([sent.status, sent.body.status, sent.body.uploadedBy], [201, 'draft', acme.people.contributor])
    assert.equal((await acme.send(upload.path, 'Keep secrets.\n')).status, 422)

    const { version: opened, content } = await get(`/policy-versions/${version.id}/file`)
    assert.equal(opened.checksumSha256, version.checksumSha256)
    assert.equal(Buffer.from(content.dataBase64, 'base64').toString(), 'Keep secrets.\n')
    assert.deepEqual([content.inlinePreviewAllowed, typeof content.receipt], [true, 'string'])
    assert.equal((await p.sql('select 1 from staged_blob')).length, 0)
  })

  test('must be the only unpublished one, and keeps its number if withdrawn', async () => {
    const policyId = await acme.policy()
    const versionId = await acme.upload(policyId, 'One.\n')
    assert.equal((await acme.announce(policyId, 'Two.\n')).status, 409)
    await acme.must('contributor', 200, 'POST', `/policies/${policyId}/versions/${versionId}/withdraw`)
    const next = await acme.upload(policyId, 'Two.\n')
    const { versions } = await get(`/policies/${policyId}/versions`)
    assert.deepEqual(
      versions.map(({ id, number, status }: Record<string, unknown>) => [id, number, status]),
      [
        [next, 2, 'draft'],
        [versionId, 1, 'withdrawn'],
      ],
    )
    await acme.publish({ policyId, versionId }, 422)
  })

  test('cannot be published by people who announced it, uploaded it, or ever uploaded the same bytes (four eyes)', async () => {
    const policyId = await acme.policy()
    const { body } = await acme.announce(policyId, 'Four eyes.\n', 'admin')
    const versionId: string = body.version.id
    assert.equal((await acme.send(body.upload.path, 'Four eyes.\n')).status, 201)
    await acme.publish({ policyId, versionId }, 403, 'admin')
    const { versions } = await get(`/policies/${policyId}/versions`, 'admin')
    assert.deepEqual([versions[0].mayPublish, versions[0].hadHand], [false, true])

    // Another person uploads the same bytes for another policy.
    await acme.must('contributor', 200, 'POST', `/policies/${policyId}/versions/${versionId}/withdraw`)
    const other = await acme.policy()
    const again = await acme.upload(other, 'Four eyes.\n')
    await acme.publish({ policyId: other, versionId: again }, 403, 'admin')
    await acme.must('contributor', 403, 'POST', `/policies/${other}/versions/${again}/publish`)
    await acme.publish({ policyId, versionId: again }, 404)
    await acme.publish({ policyId: other, versionId: again })
  })

  test('cannot change once published, not even in the database', async () => {
    const { policyId, versionId } = await acme.published()
    await acme.must('reviewer', 422, 'POST', `/policies/${policyId}/versions/${versionId}/withdraw`)
    await acme.publish({ policyId, versionId }, 422)
    await assert.rejects(p.sql(`update policy_version set record = record || ' ' where id = $1`, [versionId]))
  })

  test('is unknown in other workspaces', async () => {
    const { policyId, versionId } = await acme.published()
    const globex = await createPolicies(p, 'globex')
    for (const path of [
      `/policies/${policyId}`,
      `/policies/${policyId}/versions`,
      `/policy-versions/${versionId}/file`,
    ])
      await globex.must('admin', 404, 'GET', path)
  })
})
