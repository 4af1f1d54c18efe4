import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { formOf, textFile } from './proof.ts'
import type { ApiResponse } from './system.ts'
import { type ClientServer, createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

type Body = Readonly<Record<string, unknown>>

interface PublishedPolicy {
  readonly policyId: string
  readonly versionId: string
}

/**
 * The actions on policies that tests perform in one workspace. The contributor uploads versions, and the reviewer
 * publishes them.
 */
export interface Policies {
  readonly client: WorkspaceClient
  readonly people: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(who: string, status: number, method: string, path: string, body?: Body): Promise<any>
  /** Creates a policy without versions; returns its id. */
  policy(over?: Body): Promise<string>
  announce(policyId: string, content?: string, who?: string): Promise<ApiResponse>
  send(path: string, content?: string, who?: string): Promise<ApiResponse>
  /** Creates a version and uploads its file; returns its id. */
  upload(policyId: string, content?: string, who?: string): Promise<string>
  publish(version: PublishedPolicy, status?: number, who?: string): Promise<ApiResponse['body']>
  /** Creates a policy with a published version. */
  published(content?: string, over?: Body): Promise<PublishedPolicy>
  /** Creates an active requirement that accepts documents; returns its id. */
  requirement(over?: Body): Promise<string>
  /** Starts a campaign, by default of a new policy, due in a week. */
  campaign(over?: Body): Promise<PublishedPolicy & { readonly id: string; readonly requirementId: string }>
  /** Opens the file as a person; returns the receipt that they get. */
  open(who: string, versionId: string): Promise<string>
  acknowledge(who: string, campaignId: string, receipt: string): Promise<ApiResponse>
  /** Opens the file as a person, and acknowledges it. */
  read(who: string, campaignId: string): Promise<ApiResponse>
}

const policyText = 'Lock your screen.\n'

export const createPolicies = async (p: ClientServer, slug?: string): Promise<Policies> => {
  const client = createWorkspaceClient(p, slug)
  const people = await client.people()
  let policyCount = 0
  const must: Policies['must'] = async (who, status, method, path, body = {}) => {
    const response = await client.ask(who, method, path, body)
    assert.equal(response.status, status, `${who} ${method} ${path}: ${response.text}`)
    return response.body
  }
  const policies: Policies = {
    client,
    people,
    must,
    async policy(over = {}) {
      const body = { policyKey: `POL-${++policyCount}`, title: 'Acceptable use', ...over }
      return (await must('contributor', 201, 'POST', '/policies', body)).id
    },
    announce(policyId, content = policyText, who = 'contributor') {
      const { name, type, bytes } = textFile(content, 'policy.txt')
      const file = {
        originalFilename: name,
        contentType: type,
        byteSize: bytes.length,
        checksumSha256: sha256Hex(bytes),
      }
      return client.ask(who, 'POST', `/policies/${policyId}/versions`, file)
    },
    async send(path, content = policyText, who = 'contributor') {
      const body = formOf(textFile(content, 'policy.txt'))
      return p.call('POST', path, { ...(await client.signedIn(who)), body })
    },
    async upload(policyId, content, who) {
      const announcement = await policies.announce(policyId, content, who)
      assert.equal(announcement.status, 201, announcement.text)
      const upload = await policies.send(announcement.body.upload.path, content, who)
      assert.equal(upload.status, 201, upload.text)
      return announcement.body.version.id
    },
    publish: ({ policyId, versionId }, status = 200, who = 'reviewer') =>
      must(who, status, 'POST', `/policies/${policyId}/versions/${versionId}/publish`),
    async published(content, over) {
      const policyId = await policies.policy(over)
      const versionId = await policies.upload(policyId, content ?? `Policy ${policyCount} of ${slug ?? 'acme'}.\n`)
      await policies.publish({ policyId, versionId })
      return { policyId, versionId }
    },
    async requirement(over = {}) {
      const key = { requirementKey: `ACK-${++policyCount}`, title: 'Policies are known', status: 'active' }
      return (await must('admin', 201, 'POST', '/evidence-requirements', { ...key, ...over })).id
    },
    async campaign(over = {}) {
      const policyVersion = over.policyId
        ? { policyId: String(over.policyId), versionId: String(over.versionId) }
        : await policies.published()
      const requirementId = String(over.requirementId ?? (await policies.requirement()))
      const body = { dueAt: iso(p.clock.now() + 7 * day), ...over, ...policyVersion, requirementId }
      const { id } = await must('admin', 201, 'POST', '/policy-campaigns', body)
      return { ...policyVersion, id, requirementId }
    },
    async open(who, versionId) {
      const { content } = await client.get(who, `/policy-versions/${versionId}/file`)
      return content.receipt
    },
    async acknowledge(who, campaignId, receipt) {
      const path = `/api/workspace/policy-campaigns/${campaignId}/acknowledge`
      return p.call('POST', path, { ...(await client.signedIn(who)), body: { receipt } })
    },
    async read(who, campaignId) {
      const { versionId } = await client.get(who, `/policy-campaigns/${campaignId}`)
      return policies.acknowledge(who, campaignId, await policies.open(who, versionId))
    },
  }
  return policies
}
