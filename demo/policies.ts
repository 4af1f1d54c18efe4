import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import type { DemoServer } from './server.ts'
import { call, type Headers, json, sha256, show, signIn, step } from './steps.ts'

const workspace = '/api/workspace'
const text = 'Lock your screen when you leave your desk.\n'

/** Carl uploads a version and Rita publishes it; returns its id, and the time of publication. */
const publish = async (server: DemoServer, carl: Headers, rita: Headers, policyId: string) => {
  const file = {
    originalFilename: 'desk.txt',
    contentType: 'text/plain',
    byteSize: text.length,
    checksumSha256: sha256(text),
  }
  const versions = `${workspace}/policies/${policyId}/versions`
  const uploadRequest = json(carl, { ...file, reason: 'The first edition.' })
  const { version, upload } = (await call(server, 201, 'POST', versions, uploadRequest)).body
  const body = new FormData()
  body.append('file', new Blob([text], { type: file.contentType }), file.originalFilename)
  await call(server, 201, 'POST', upload.path, { headers: carl, body })
  const decision = json(rita, { reason: 'Read, and agreed with the staff council.' })
  const { body: published } = await call(server, 200, 'POST', `${versions}/${version.id}/publish`, decision)
  return { versionId: version.id, publishedAt: Date.parse(published.publishedAt) }
}

/** Publishes a policy that people acknowledge; the acknowledgements automatically become a claim. */
export const acknowledgePolicy = async (server: DemoServer): Promise<void> => {
  step('Carl uploads a policy; Rita publishes it, since people cannot publish their own uploads')
  const [carl, rita] = [await signIn(server, 'carl@acme.example'), await signIn(server, 'rita@acme.example')]
  const policy = { policyKey: 'ISP-1', title: 'Clean desk', reason: 'The auditor asked for it.' }
  const { id: policyId } = (await call(server, 201, 'POST', `${workspace}/policies`, json(carl, policy))).body
  const { versionId, publishedAt } = await publish(server, carl, rita, policyId)

  step('Adam asks contributors and reviewers to acknowledge it within a week')
  const adam = await signIn(server, 'adam@acme.example')
  const requirementFields = { requirementKey: 'ISP-1-ACK', title: 'People know the policies', status: 'active' }
  const requirementBody = json(adam, { ...requirementFields, reason: 'Proof that policies are read.' })
  const { id: requirementId } = (await call(server, 201, 'POST', `${workspace}/evidence-requirements`, requirementBody))
    .body
  const dueAt = iso(publishedAt + 7 * day)
  const campaignFields = { policyId, versionId, requirementId, dueAt, roles: ['contributor', 'reviewer'] }
  const campaign = json(adam, { ...campaignFields, reason: 'The policy is in force from today.' })
  const { id } = (await call(server, 201, 'POST', `${workspace}/policy-campaigns`, campaign)).body

  step(
    'Each opens the file and acknowledges it with its receipt; the last acknowledgement turns the campaign into a claim',
  )
  for (const who of [carl, rita, await signIn(server, 'olga@acme.example')]) {
    const path = `${workspace}/policy-versions/${versionId}/file`
    const { receipt } = (await call(server, 200, 'GET', path, { headers: who })).body.content
    await call(server, 201, 'POST', `${workspace}/policy-campaigns/${id}/acknowledge`, json(who, { receipt }))
  }
  const run = json(adam, { reason: 'Now, and not within a minute.' })
  await call(server, 200, 'POST', `${workspace}/jobs/end-policy-campaigns/run`, run)
  const list = `${workspace}/claims?evidenceRequirementId=${requirementId}`
  const [claim] = (await call(server, 200, 'GET', list, { headers: adam })).body.claims
  show('claim', claim.title)
  assert.equal(claim.title, '3 of 3 acknowledged: Clean desk')
}
