import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { noon } from '#test/fixture.ts'
import { recordOf } from '#test/record-text.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>

const board = (query = '') => client.get('auditor', `/evidence-freshness${query}`)
// biome-ignore lint/suspicious/noExplicitAny: as Answer.body
const summarize = ({ requirements }: any) =>
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  requirements.map((requirement: any) => [
    requirement.requirementKey,
    requirement.state,
    requirement.newestAccepted?.claimKey ?? null,
    requirement.newestAccepted?.daysLeft ?? null,
    requirement.pendingClaims,
  ])

const createRequirement = async (requirementKey: string, overrides: Record<string, unknown> = {}) => {
  const body = { requirementKey, title: requirementKey, status: 'active', ...overrides }
  const created = await client.ask('admin', 'POST', '/evidence-requirements', body)
  assert.equal(created.status, 201, created.text)
  return created.body
}

const validFor = (days: number) => ({ validUntil: iso(p.clock.now() + days * day + hour) })

const acceptClaim = async (claimKey: string, evidenceRequirementId: string, days: number) => {
  const id = await client.claim(claimKey, { evidenceRequirementId, ...validFor(days) })
  await client.decide(id, 'approve')
  return id
}

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = createWorkspaceClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

describe('the freshness board', { concurrency: false }, () => {
  let ids: Record<string, string>

  before(async () => {
    const ownedRequirement = await createRequirement('SOON', { ownerId: people['second.reviewer'], validityDays: 90 })
    const [current, stale] = [await createRequirement('CURRENT'), await createRequirement('STALE')]
    await createRequirement('DRAFT', { status: 'draft' })
    ids = { soon: ownedRequirement.id, current: current.id, stale: stale.id }
    const soon = await acceptClaim('soon-1', ownedRequirement.id, 12)
    await acceptClaim('soon-2', ownedRequirement.id, 3)
    await acceptClaim('current-1', current.id, 60)
    await acceptClaim('stale-1', stale.id, 1)
    const rejected = await client.claim('current-2', { evidenceRequirementId: current.id, ...validFor(300) })
    await client.decide(rejected, 'reject')
    ids.claim = soon
  })

  test('requirements without proof come first, then the others by the end of their longest-lasting accepted proof', async () => {
    for (const key of ['current-3', 'current-4']) await client.claim(key, { evidenceRequirementId: ids.current })
    p.clock.advance(2 * day)
    await p.system.runJob('expire-claims')
    const { requirements, pagination } = await board()
    assert.deepEqual(pagination, {})
    assert.deepEqual(summarize({ requirements }), [
      ['BKP-01', 'missing', null, null, 0],
      ['STALE', 'stale', 'stale-1', 0, 0],
      ['SOON', 'due_soon', 'soon-1', 10, 0],
      ['CURRENT', 'current', 'current-1', 58, 2],
    ])
    const soon = requirements[2]
    assert.deepEqual(Object.keys(soon), [
      'id',
      'requirementKey',
      'title',
      'status',
      'validityDays',
      'owner',
      'newestAccepted',
      'state',
      'pendingClaims',
    ])
    assert.deepEqual(
      [soon.id, soon.validityDays, soon.owner, soon.newestAccepted.claimId],
      [ids.soon, 90, { id: people['second.reviewer'], name: 'second reviewer of acme' }, ids.claim],
    )
  })

  test('the board can be read page by page, by state and by owner', async () => {
    const keys: string[] = []
    for (let cursor = ''; ; ) {
      const { requirements, pagination } = await board(`?limit=1${cursor && `&cursor=${cursor}`}`)
      keys.push(...requirements.map(({ requirementKey }: Record<string, string>) => requirementKey))
      cursor = pagination.nextCursor
      if (!cursor) break
    }
    assert.deepEqual(keys, ['BKP-01', 'STALE', 'SOON', 'CURRENT'])
    for (const [state, key] of [
      ['missing', 'BKP-01'],
      ['stale', 'STALE'],
      ['due_soon', 'SOON'],
      ['current', 'CURRENT'],
    ]) {
      const { requirements } = await board(`?state=${state}`)
      assert.deepEqual(
        requirements.map(({ requirementKey }: Record<string, string>) => requirementKey),
        [key],
      )
    }
    const mine = await board(`?ownerId=${people['second.reviewer']}`)
    assert.deepEqual(summarize(mine), [['SOON', 'due_soon', 'soon-1', 10, 0]])
    assert.deepEqual((await board(`?ownerId=${people['second.reviewer']}&state=stale`)).requirements, [])
    assert.deepEqual((await board('?ownerId=prs_unknown')).requirements, [])
    const { pagination } = await board('?limit=1')
    const reused = await client.ask('auditor', 'GET', `/evidence-freshness?state=stale&cursor=${pagination.nextCursor}`)
    assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_cursor'])
    assert.equal((await client.ask('auditor', 'GET', '/evidence-freshness?state=fresh')).status, 400)
    assert.equal((await p.call('GET', '/api/workspace/evidence-freshness')).status, 401)
  })

  test('the board is sorted, searched and counted', async () => {
    await p.system.runJob('seal-ledger')
    await p.system.runJob('index-records')
    const keysOf = async (query: string): Promise<string[]> =>
      (await board(`?${query}`)).requirements.map(({ requirementKey }: Record<string, string>) => requirementKey)
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const { requirements, pagination } = await board(`?sort=-freshUntil&limit=1${cursor && `&cursor=${cursor}`}`)
      paged.push(...requirements.map(({ requirementKey }: Record<string, string>) => requirementKey))
      cursor = pagination.nextCursor
      if (!cursor) break
    }
    for (const [query, expected] of [
      ['sort=freshUntil', ['BKP-01', 'STALE', 'SOON', 'CURRENT']],
      ['sort=requirementKey', ['BKP-01', 'CURRENT', 'SOON', 'STALE']],
      ['sort=-requirementKey&state=due_soon', ['SOON']],
      ['search=current', ['CURRENT']],
      ['search=curent', ['CURRENT']],
      ['search=second%20reviewer', ['SOON']],
      ['search=second%20reviewer&state=stale', []],
      [`sort=title&ownerId=${people['second.reviewer']}`, ['SOON']],
      ['search=draft', []],
    ] as const)
      assert.deepEqual(await keysOf(query), expected, query)
    assert.deepEqual(paged, ['CURRENT', 'SOON', 'STALE', 'BKP-01'])
    assert.equal((await keysOf('sort=owner'))[0], 'SOON')
    assert.deepEqual(await board('?sort=freshUntil'), await board())
    for (const [query, count] of [
      ['', 4],
      ['state=stale', 1],
      [`ownerId=${people['second.reviewer']}`, 1],
      ['search=current', 1],
    ] as const)
      assert.deepEqual((await board(`?total=true&${query}`)).pagination.total, { count, exact: true }, query)
    const { pagination } = await board('?sort=title&limit=1')
    const reused = await client.ask('auditor', 'GET', `/evidence-freshness?sort=-title&cursor=${pagination.nextCursor}`)
    assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_cursor'])
  })

  test('another workspace sees only its own requirements', async () => {
    const { requirements } = await createWorkspaceClient(p, 'globex').get('contributor', '/evidence-freshness')
    assert.deepEqual(summarize({ requirements }), [['BKP-01', 'missing', null, null, 0]])
  })

  test('the overview counts the same states, and 30 days of claims and decisions', async () => {
    const { claims } = await client.get('reviewer', '/claims?status=submitted')
    for (const [i, { id }] of claims.entries()) {
      const reviewerId = i === 0 ? people.reviewer : people['second.reviewer']
      const assigned = await client.ask('admin', 'POST', `/claims/${id}/assign`, { reviewerId })
      assert.equal(assigned.status, 200, assigned.text)
    }
    await client.claim('today')
    const overview = await client.get('reviewer', '/overview/evidence')
    const { trend, assignedToMe, ...counts } = overview
    assert.deepEqual(counts, {
      toReview: 3,
      stale: 1,
      dueSoon: 1,
      missing: 1,
      current: 1,
      countedUpTo: 10_000,
    })
    const list = await client.get('reviewer', `/claims?assigneeId=${people.reviewer}&status=submitted`)
    assert.equal(assignedToMe, list.claims.length)
    assert.ok(assignedToMe >= 1)
    assert.equal((await client.get('auditor', '/overview/evidence')).assignedToMe, 0)
    assert.equal(trend.days.length, 30)
    assert.deepEqual([trend.days[0], trend.days[29]], ['2099-10-24', '2099-11-22'])
    const activeDay = trend.days.indexOf('2099-11-20')
    const series = (counted: Record<number, number>) => Array.from({ length: 30 }, (_, i) => counted[i] ?? 0)
    assert.deepEqual(trend.created, series({ [activeDay]: 7, 29: 1 }))
    assert.deepEqual(trend.accepted, series({ [activeDay]: 4 }))
    assert.deepEqual(trend.rejected, series({ [activeDay]: 1 }))
    const {
      missing,
      toReview,
      trend: others,
    } = await createWorkspaceClient(p, 'globex').get('admin', '/overview/evidence')
    assert.deepEqual([missing, toReview, others.created], [1, 0, series({})])
  })

  test('a retired requirement leaves the board', async () => {
    const retired = await client.ask('admin', 'PATCH', `/evidence-requirements/${ids.stale}`, { status: 'retired' })
    assert.equal(retired.status, 200, retired.text)
    assert.deepEqual((await board('?state=stale')).requirements, [])
    assert.equal((await client.get('admin', '/overview/evidence')).stale, 0)
  })
})

test('the workspace shows the owner and the validity of a requirement; v1 does not', async () => {
  const created = await createRequirement('OWNED', { ownerId: people.reviewer, validityDays: 45 })
  const owner = { id: people.reviewer, name: 'reviewer of acme' }
  assert.deepEqual([created.owner, created.validityDays], [owner, 45])
  const detail = await client.get('contributor', `/evidence-requirements/${created.id}`)
  assert.deepEqual(detail, created)
  const list = await client.get('contributor', '/evidence-requirements?status=active')
  assert.deepEqual(list.requirements[0], created)
  const token = await p.token('acme-reader')
  const { body } = await p.call('GET', `/api/v1/governance/evidence/requirements/${created.id}`, { token })
  const workspaceOnly = ['owner', 'validityDays', 'retentionYears', 'reviewersRequired', 'nextStatuses', 'etag']
  const plain = Object.entries(created).filter(([name]) => !workspaceOnly.includes(name))
  assert.deepEqual(recordOf(body), Object.fromEntries(plain))
  const path = `/evidence-requirements/${created.id}`
  const updated = await client.ask('admin', 'PATCH', path, { title: 'Owned still', validityDays: 60 })
  assert.deepEqual([updated.body.owner, updated.body.validityDays, updated.body.title], [owner, 60, 'Owned still'])
  const reassigned = await client.ask('admin', 'PATCH', path, { ownerId: people.admin })
  assert.deepEqual(reassigned.body.owner, { id: people.admin, name: 'admin of acme' })
  const ownerless = await client.ask('admin', 'PATCH', path, { ownerId: null })
  assert.equal(ownerless.body.owner, null)
  assert.equal((await client.ask('admin', 'PATCH', path, { ownerId: people.auditor })).status, 422)
  for (const id of ['ger_00000000000000000000000000', created.id]) {
    const foreign = await createWorkspaceClient(p, 'globex').ask('admin', 'GET', `/evidence-requirements/${id}`)
    assert.deepEqual([foreign.status, foreign.body.error], [404, 'not_found'])
  }
})
