import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { ApiResponse } from '#test/client.ts'
import { claimInput } from '#test/fixture.ts'
import { type NodeProcess, startNodeProcesses } from '#test/node-processes.ts'
import { attachments, formOf, intentOf } from '#test/proof.ts'

const evidence = '/api/v1/governance/evidence'

/** Two processes on one database and one blob folder. The calls alternate between them. */
let nodesAndDatabase: Awaited<ReturnType<typeof startNodeProcesses>>
let nodes: readonly [NodeProcess, NodeProcess]
let token: string
let blobs: string

before(async () => {
  nodesAndDatabase = await startNodeProcesses()
  nodes = nodesAndDatabase.nodes
  blobs = join(nodesAndDatabase.dataDir, 'blobs')
  token = await nodes[0].token('acme-scanner')
})

after(() => nodesAndDatabase[Symbol.asyncDispose]())

const runParallel = (
  count: number,
  call: (node: NodeProcess, n: number) => Promise<ApiResponse>,
): Promise<ApiResponse[]> => Promise.all(Array.from({ length: count }, (_, n) => call(nodes[n % 2 ? 1 : 0], n)))

const create = (key: string, input: object) => (node: NodeProcess) =>
  node.call('POST', `${evidence}/claims`, { token, key, body: input })

const tally = (values: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const statuses = (responses: readonly ApiResponse[]) => tally(responses.map(({ status }) => status))

const text = ({ status, headers, text }: ApiResponse): string => `${status} ${headers.get('x-request-id')} ${text}`

const count = async (query: string, ...values: unknown[]): Promise<number> => {
  const [row] = await nodesAndDatabase.sql(query, values)
  return Number(row?.count)
}

/** Returns the claim's audit rows and events, identified by their content. */
const traces = async (claimId: string): Promise<Record<string, number>> => {
  const rows = await nodesAndDatabase.sql(
    `select action as name from audit_event where resource_id = $1 and record::json->>'outcome' = 'done'
     union all select type from outbox_event where body::json->'data'->'claim'->>'id' = $1`,
    [claimId],
  )
  return tally(rows.map(({ name }) => String(name)))
}

test('100 keys × 20 parallel calls over two processes: 100 effects, identical responses', async () => {
  const keys = Array.from({ length: 100 }, (_, n) => `parallel-${n}`)
  for (let start = 0; start < keys.length; start += 10) {
    const calls = keys.slice(start, start + 10).map(key => runParallel(20, create(key, claimInput(key))))
    for (const responses of await Promise.all(calls)) {
      assert.deepEqual(statuses(responses), { 201: 20 })
      assert.equal(new Set(responses.map(text)).size, 1)
      assert.equal(responses.filter(({ headers }) => headers.get('idempotency-replayed') === 'true').length, 19)
    }
  }
  const countClaims = `select count(*) from evidence_claim where claim_key like 'parallel-%'`
  assert.equal(await count(countClaims), 100)
  const countAuditRows = `select count(*) from audit_event a join evidence_claim c on c.id = a.resource_id
    where c.claim_key like 'parallel-%'`
  assert.equal(await count(countAuditRows), 100)
  const countEvents = `select count(*) from outbox_event where body::json->'data'->'claim'->>'claimKey' like 'parallel-%'`
  assert.equal(await count(countEvents), 100)
})

test('one key with different bodies at once: one effect, equal bodies replay it, the others get 409', async () => {
  for (let round = 0; round < 5; round++) {
    const key = `bodies-${round}`
    const inputs = ['a', 'b', 'c', 'd'].map(title => claimInput(`${key}-${title}`, { title }))
    const responses = await runParallel(20, (node, n) => create(key, inputs[n % 4] ?? {})(node))
    assert.deepEqual(statuses(responses), { 201: 5, 409: 15 })
    const winners = responses.flatMap(({ status }, n) => (status === 201 ? [n] : []))
    assert.equal(new Set(winners.map(n => n % 4)).size, 1, 'exactly one body took effect')
    assert.equal(new Set(winners.map(n => responses[n]?.text)).size, 1)
    const conflicts = responses.filter(({ status }) => status === 409)
    assert.deepEqual(tally(conflicts.map(({ body }) => body.error)), { idempotency_mismatch: 15 })
    assert.equal(await count('select count(*) from evidence_claim where claim_key like $1', `${key}-%`), 1)
  }
})

test('one claimKey under many keys at once: one claim, the others get 409 conflict', async () => {
  const responses = await runParallel(20, (node, n) => create(`taken-key-${n}`, claimInput('taken'))(node))
  assert.deepEqual(tally(responses.map(({ status, body }) => body.error ?? status)), { 201: 1, conflict: 19 })
  const claim = responses.find(({ status }) => status === 201)?.body
  assert.deepEqual(await traces(claim.id), { 'evidence.claim.create': 1, 'evidence.claim.created': 1 })
})

const files = async (): Promise<string[]> => {
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true })
  return entries.filter(entry => entry.isFile()).map(({ name }) => name)
}

/** Creates a claim with an upload intent for a file of 200 kB; returns a function that uploads the file. */
const announce = async (claimKey: string) => {
  const bytes = Buffer.alloc(200_000, claimKey.length)
  const proof = { name: 'proof.bin', type: 'application/octet-stream', bytes }
  const claim = await create(`claim-of-${claimKey}`, claimInput(claimKey))(nodes[0])
  const intent = await nodes[0].call('POST', `${attachments}/upload-intents`, {
    token,
    body: intentOf(claim.body.id, proof),
  })
  const upload = (node: NodeProcess, key?: string) =>
    node.call('POST', intent.body.upload.path, { token, body: formOf(proof), ...(key && { key }) })
  return { claimId: String(claim.body.id), upload }
}

const attachmentsOf = (claimId: string): Promise<number> =>
  count('select count(*) from attachment_link where claim_id = $1', claimId)

const assertNoOrphans = async (): Promise<void> => {
  const artifacts = await nodesAndDatabase.sql('select blob_key from artifact')
  assert.deepEqual((await files()).sort(), artifacts.map(({ blob_key }) => String(blob_key)).sort())
  assert.equal(await count('select count(*) from staged_blob'), 0)
}

test('50 parallel uploads for one intent over two processes: one winner, one attachment in all responses, no orphan', async () => {
  const { claimId, upload } = await announce('uploaded')
  const responses = await runParallel(50, node => upload(node))
  assert.deepEqual(statuses(responses), { 200: 49, 201: 1 })
  assert.equal(new Set(responses.map(response => response.text)).size, 1)
  assert.equal(await attachmentsOf(claimId), 1)
  await assertNoOrphans()
})

test('20 parallel uploads under one key: identical responses, no orphan', async () => {
  const { claimId, upload } = await announce('uploaded-by-key')
  const responses = await runParallel(20, node => upload(node, 'upload-once'))
  assert.deepEqual(statuses(responses), { 201: 20 })
  assert.equal(new Set(responses.map(text)).size, 1)
  assert.equal(await attachmentsOf(claimId), 1)
  await assertNoOrphans()
})

test('a simultaneous review and upload: either the reviewer saw the file, or it is not attached', async () => {
  const cookie = await nodes[0].signIn('reviewer@acme.example')
  for (let round = 0; round < 10; round++) {
    const { claimId, upload } = await announce(`reviewed-${round}`)
    const claim = await nodes[0].call('GET', `/api/workspace/claims/${claimId}`, { cookie })
    const body = { reviewedDigest: claim.body.reviewedDigest, reason: 'decided while it is uploaded' }
    const [uploadResponse, decision] = await Promise.all([
      upload(nodes[round % 2 ? 1 : 0]),
      nodes[0].call('POST', `/api/workspace/claims/${claimId}/approve`, { cookie, body }),
    ])
    const outcome = `${uploadResponse.status} ${decision.status}`
    assert.ok(outcome === '201 422' || outcome === '422 200', outcome)
    assert.equal(await attachmentsOf(claimId), uploadResponse.status === 201 ? 1 : 0)
  }
  await assertNoOrphans()
})

test('two reviewers decide at once: one decision takes effect', async () => {
  const reviewers = ['reviewer', 'second.reviewer', 'admin']
  const cookies = await Promise.all(reviewers.map(name => nodes[0].signIn(`${name}@acme.example`)))
  const claim = await create('decided-at-once', claimInput('decided'))(nodes[0])
  const path = `/api/workspace/claims/${claim.body.id}`
  const [cookie = ''] = cookies
  const { reviewedDigest } = (await nodes[0].call('GET', path, { cookie })).body
  const responses = await runParallel(12, (node, n) => {
    const body = { reviewedDigest, reason: 'decided at the same time' }
    const decision = n % 4 < 2 ? 'approve' : 'reject'
    return node.call('POST', `${path}/${decision}`, { cookie: cookies[n % 3] ?? '', body })
  })
  assert.deepEqual(statuses(responses), { 200: 1, 422: 11 })
  const { status } = responses.find(response => response.status === 200)?.body ?? {}
  const decision = status === 'accepted' ? 'approve' : 'reject'
  assert.deepEqual(await traces(claim.body.id), {
    'evidence.claim.create': 1,
    'evidence.claim.created': 1,
    [`evidence.claim.${decision}`]: 1,
    [`evidence.claim.${status === 'accepted' ? 'approved' : 'rejected'}`]: 1,
  })
})

test('the job that expires claims runs on two nodes at once: each claim expires once', async () => {
  const validity = { validFrom: '2020-01-01T00:00:00.000Z', validUntil: '2020-01-02T00:00:00.000Z' }
  const claims = await runParallel(30, (node, n) => create(`past-key-${n}`, claimInput(`past-${n}`, validity))(node))
  const cookie = await nodes[0].signIn('admin@acme.example')
  const runs = await runParallel(2, node =>
    node.call('POST', '/api/workspace/jobs/expire-claims/run', { cookie, body: { reason: 'run on both nodes' } }),
  )
  assert.deepEqual(statuses(runs), { 200: 2 })
  assert.equal(runs[0]?.body.processed + runs[1]?.body.processed, 30)
  for (const { body } of claims) {
    const entries = await traces(body.id)
    assert.deepEqual([entries['evidence.claim.expire'], entries['evidence.claim.expired']], [1, 1])
  }
})
