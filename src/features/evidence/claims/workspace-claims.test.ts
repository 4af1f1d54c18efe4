import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { minute } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, defaultReason, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>
const ids: Record<string, string> = {}

const list = (query: string) => client.get('contributor', `/claims?${new URLSearchParams(query)}`)
const keys = async (query: string): Promise<string[]> =>
  (await list(query)).claims.map(({ claimKey }: Record<string, string>) => claimKey)

const assign = async (id: string, person: string) => {
  const reviewerId = people[person]
  const response = await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId })
  assert.equal(response.status, 200, response.text)
}

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
  const { requirements } = await client.get('admin', '/evidence-requirements?status=active')
  ids.requirement = requirements[0].id
  for (const key of ['one', 'two', 'three', 'four']) {
    const overrides = key === 'one' || key === 'four' ? { evidenceRequirementId: ids.requirement } : {}
    const id = await client.claim(key, overrides)
    ids[key] = id
    await assign(id, key === 'four' ? 'admin' : 'reviewer')
  }
  await client.attach(ids.one ?? '', 'one')
  await client.attach(ids.one ?? '', 'the other')
  await client.decide(ids.two ?? '', 'approve')
})
after(() => p[Symbol.asyncDispose]())

test('the list filters by reviewer, key, requirement and status, in any combination', async () => {
  const mine = `assigneeId=${people.reviewer}`
  const ofRequirement = `evidenceRequirementId=${ids.requirement}`
  for (const [query, expected] of [
    ['', ['four', 'three', 'two', 'one']],
    [mine, ['three', 'two', 'one']],
    [`${mine}&status=submitted`, ['three', 'one']],
    [`${mine}&status=accepted`, ['two']],
    [`${mine}&${ofRequirement}`, ['one']],
    [`${mine}&${ofRequirement}&status=submitted`, ['one']],
    [`${mine}&${ofRequirement}&status=accepted`, []],
    [ofRequirement, ['four', 'one']],
    [`${ofRequirement}&status=submitted`, ['four', 'one']],
    ['status=accepted', ['two']],
    ['claimKey=three', ['three']],
    ['claimKey=three&status=accepted', []],
    [`claimKey=two&${mine}&status=accepted`, ['two']],
    ['claimKey=nothing', []],
    ['assigneeId=prs_unknown', []],
  ] as const)
    assert.deepEqual(await keys(query), expected, query)
})

test('the list can start with the oldest claim and shows each claim once; the overview counts all waiting claims', async () => {
  const other = createWorkspaceClient(p, 'globex')
  const created: string[] = []
  for (let i = 0; i < 7; i++) {
    await other.claim(`waits-${i}`)
    created.push(`waits-${i}`)
  }
  const walk = async (query: string): Promise<string[][]> => {
    const pages: string[][] = []
    for (let cursor = ''; ; ) {
      const { claims, pagination } = await other.get(
        'reviewer',
        `/claims?limit=3&${query}${cursor && `&cursor=${cursor}`}`,
      )
      pages.push(claims.map(({ claimKey }: { claimKey: string }) => claimKey))
      cursor = pagination.nextCursor ?? ''
      if (!cursor) return pages
    }
  }
  const inPages = (keys: readonly string[]) => [keys.slice(0, 3), keys.slice(3, 6), keys.slice(6)]
  assert.deepEqual(await walk('status=submitted&order=oldest'), inPages(created))
  assert.deepEqual(await walk('order=oldest'), inPages(created))
  assert.deepEqual(await walk('status=submitted&order=newest'), inPages(created.toReversed()))
  assert.deepEqual(await walk('status=submitted'), inPages(created.toReversed()))
  const { reviewer } = await other.people()
  const [mine] = [(await walk(`assigneeId=${reviewer}&status=submitted&order=oldest`)).flat()]
  assert.deepEqual(
    mine,
    created.filter(key => mine.includes(key)),
  )
  const overview = await other.get('reviewer', '/overview/review')
  assert.deepEqual(overview, { waiting: 7, mine: mine.length, inQuestion: 0, countedUpTo: 100_000 })
  const { pagination } = await other.get('reviewer', '/claims?limit=3&order=oldest')
  const reversed = await other.ask('reviewer', 'GET', `/claims?limit=3&order=newest&cursor=${pagination.nextCursor}`)
  assert.deepEqual([reversed.status, reversed.body.error], [400, 'invalid_cursor'])
})

test('each listed claim shows its creator, its reviewer and its number of files', async () => {
  const { claims } = await list('claimKey=one')
  const token = await p.token('acme-reader')
  const { body } = await p.call('GET', `/api/v1/governance/evidence/claims/${ids.one}`, { token })
  const { serviceAccounts } = await client.get('auditor', '/service-accounts')
  const scanner = serviceAccounts.find(({ name }: Record<string, string>) => name === 'scanner')
  const peopleFields = {
    createdBy: scanner.id,
    createdByName: 'scanner',
    reviewerId: people.reviewer,
    reviewerName: 'reviewer of acme',
  }
  const eligibility = { mayDecide: false, mayApprove: false, whyNot: 'role', approved: false, selfDecision: false }
  const rounds = { waitingFor: 'reviewer', approvals: { needed: 1, given: 0 } }
  const { createdBy, createdByName, reviewerId, reviewerName, etag } = await client.get(
    'reviewer',
    `/claims/${ids.one}`,
  )
  assert.deepEqual({ createdBy, createdByName, reviewerId, reviewerName }, peopleFields)
  assert.deepEqual(claims, [{ ...body, ...peopleFields, attachmentCount: 2, ...rounds, ...eligibility, etag }])
  const { decision } = await client.get('reviewer', `/claims/${ids.two}`)
  assert.equal(decision.reviewerName, 'reviewer of acme')
  assert.deepEqual(await client.get('auditor', `/service-accounts/${scanner.id}`), scanner)
  assert.equal((await client.ask('reviewer', 'GET', '/service-accounts')).status, 403)
})

test('the list has pages, and a cursor works only with its own filters', async () => {
  const first = await list(`assigneeId=${people.reviewer}&limit=2`)
  assert.equal(first.claims.length, 2)
  const { nextCursor } = first.pagination
  assert.deepEqual(await keys(`assigneeId=${people.reviewer}&limit=2&cursor=${nextCursor}`), ['one'])
  for (const query of [`cursor=${nextCursor}`, `assigneeId=${people.admin}&cursor=${nextCursor}`]) {
    const reused = await client.ask('auditor', 'GET', `/claims?${query}`)
    assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_cursor'])
  }
  for (const query of ['status=open', 'assigneeId=', 'claimKey=', 'reviewerId=x'])
    assert.equal((await client.ask('auditor', 'GET', `/claims?${query}`)).status, 400, query)
})

test('a page with few matches ends after 5,000 claims, and its cursor continues', async () => {
  await p.sql(
    `insert into evidence_claim
     select c.organization_id, 'gec_7' || lpad(i::text, 25, '0'), null, 'many-' || i, 'expired', c.valid_until, c.created_by,
            c.reviewer_id, c.record, '{}', '{}'
       from generate_series(1, 6000) i, evidence_claim c where c.id = $1`,
    [ids.one],
  )
  const query = `assigneeId=${people.reviewer}&status=accepted`
  const first = await list(query)
  assert.deepEqual(first.claims, [])
  assert.deepEqual(await keys(`${query}&cursor=${first.pagination.nextCursor}`), ['two'])
  assert.deepEqual(await keys(`assigneeId=${people.reviewer}&status=submitted`), ['three', 'one'])
})

test('the history shows the claim, its attachments and the decision', async () => {
  const id = await client.claim('with-history')
  p.clock.advance(minute)
  const link = await client.attach(id, 'with history')
  const [attachment] = await p.sql('select artifact_id from attachment_link where id = $1', [link])
  p.clock.advance(minute)
  await assign(id, 'reviewer')
  p.clock.advance(minute)
  await client.decide(id, 'approve')
  const { history, pagination } = await client.get('contributor', `/claims/${id}/history`)
  assert.deepEqual(pagination, {})
  assert.deepEqual(
    // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
    history.map(({ actor, action, outcome, resourceId, reason }: any) => [
      actor.kind,
      actor.name,
      action,
      outcome,
      resourceId,
      reason,
    ]),
    [
      ['person', 'reviewer of acme', 'evidence.claim.approve', 'done', id, defaultReason],
      ['person', 'admin of acme', 'evidence.claim.assign', 'done', id, defaultReason],
      [
        'service_account',
        'scanner',
        'evidence.attachment.upload',
        'done',
        attachment?.artifact_id,
        'the report of last night',
      ],
      ['service_account', 'scanner', 'evidence.claim.create', 'done', id, 'pushed by the nightly backup'],
    ],
  )
  const [newest] = history
  assert.deepEqual(Object.keys(newest), [
    'id',
    'at',
    'actor',
    'action',
    'outcome',
    'resourceId',
    'reason',
    'detail',
    'requestId',
  ])
  assert.match(newest.requestId, /^req_/)
  const half = await client.get('auditor', `/claims/${id}/history?limit=3`)
  const rest = await client.get('auditor', `/claims/${id}/history?limit=3&cursor=${half.pagination.nextCursor}`)
  assert.deepEqual([...half.history, ...rest.history], history)
  const stranger = createWorkspaceClient(p, 'globex')
  for (const unknown of [id, 'gec_00000000000000000000000000']) {
    const foreign = await stranger.ask('admin', 'GET', `/claims/${unknown}/history`)
    assert.deepEqual([foreign.status, foreign.body.error], [404, 'not_found'])
  }
})
