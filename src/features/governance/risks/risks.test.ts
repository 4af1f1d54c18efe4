import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let client: WorkspaceClient
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

const must = async (who: string, status: number, method: string, path: string, body: object = {}) => {
  const response = await client.ask(who, method, path, { ...body })
  assert.equal(response.status, status, `${who} ${method} ${path}: ${response.text}`)
  return response.body
}

let keyCount = 0
const treatment = { treatment: 'mitigate', residualLikelihood: 1, residualImpact: 2 }
const assessedFields = () => ({ likelihood: 4, impact: 5, ...treatment, ownerId: people.contributor })
const risk = (overrides: object = {}, who = 'contributor') =>
  must(who, 201, 'POST', '/risks', { riskKey: `R${++keyCount}`, title: 'A key person leaves', ...overrides })
const change = (id: string, body: object, status = 200, who = 'contributor') =>
  must(who, status, 'PATCH', `/risks/${id}`, body)
const accept = (id: string, status = 200, who = 'reviewer') => must(who, status, 'POST', `/risks/${id}/accept`)

const statusesTo = {
  identified: [],
  assessed: ['assessed'],
  treated: ['assessed', 'treated'],
  accepted: ['assessed', 'treated', 'accepted'],
  closed: ['assessed', 'treated', 'accepted', 'closed'],
} as const
type Status = keyof typeof statusesTo

const move = (id: string, status: string) => (status === 'accepted' ? accept(id) : change(id, { status }))

/** Creates a risk in this status, owned by the contributor. */
const riskIn = async (status: Status): Promise<string> => {
  const { id } = await risk(assessedFields())
  for (const next of statusesTo[status]) await move(id, next)
  return id
}

const allowed: Readonly<Record<Status, readonly Status[]>> = {
  identified: ['assessed'],
  assessed: ['treated'],
  treated: ['assessed'],
  accepted: ['assessed', 'closed'],
  closed: ['assessed'],
}

describe('each change of status of a risk', () => {
  for (const from of Object.keys(statusesTo) as Status[])
    test(`from ${from}`, async () => {
      for (const to of Object.keys(statusesTo)) {
        const id = await riskIn(from)
        const expected = (allowed[from] as readonly string[]).includes(to) ? 200 : 422
        await change(id, { status: to }, expected)
        const { status, nextStatuses } = await client.get('auditor', `/risks/${id}`)
        assert.equal(status, expected === 200 ? to : from)
        assert.deepEqual(nextStatuses.toSorted(), allowed[status as Status].toSorted())
      }
      const acceptance = await client.ask('reviewer', 'POST', `/risks/${await riskIn(from)}/accept`)
      assert.equal(acceptance.status, from === 'treated' ? 200 : 422, acceptance.text)
    })

  test('a risk always has the fields that its status needs', async () => {
    const { id } = await risk()
    assert.match((await change(id, { status: 'assessed' }, 422)).message, /likelihood, impact/)
    await change(id, { status: 'assessed', likelihood: 3, impact: 3 })
    assert.match((await change(id, { likelihood: null }, 422)).message, /likelihood/)
    assert.match((await change(id, { status: 'treated', ...treatment }, 422)).message, /ownerId/)
    await change(id, { status: 'treated', ...treatment, ownerId: people.contributor })
    await change(id, { ownerId: null }, 422)
  })

  test('an accepted risk cannot change until it is reopened, and then it is no longer accepted', async () => {
    for (const status of ['accepted', 'closed'] as const) {
      const id = await riskIn(status)
      const { acceptedBy, acceptedByName, acceptedAt } = await client.get('auditor', `/risks/${id}`)
      assert.equal(acceptedBy, people.reviewer)
      assert.ok(acceptedByName && acceptedAt <= iso(p.clock.now()))
      const { id: controlId } = await must('admin', 201, 'POST', '/controls', { controlKey: id, title: 'A control' })
      await change(id, { likelihood: 1 }, 422)
      await change(id, { ownerId: people.admin }, 422)
      await change(id, { status: 'assessed', residualImpact: 1 }, 422)
      await must('contributor', 422, 'POST', `/risks/${id}/controls`, { controlId })
      const reopened = await change(id, { status: 'assessed' })
      assert.deepEqual([reopened.acceptedBy, reopened.acceptedAt, reopened.likelihood], [null, null, 4])
    }
  })
})

describe('four eyes', () => {
  const treated = async (overrides: object = {}, who = 'contributor') => {
    const { id } = await risk({ ...assessedFields(), ...overrides }, who)
    for (const status of ['assessed', 'treated']) await change(id, { status })
    return id
  }
  const readEligibility = async (id: string, who: string) => {
    const { mayAccept, whyNot } = await client.get(who, `/risks/${id}`)
    return [mayAccept, whyNot]
  }

  test('reviewers and administrators accept risks of others; other roles accept none', async () => {
    for (const who of ['admin', 'reviewer']) {
      const id = await treated()
      assert.deepEqual(await readEligibility(id, who), [true, undefined])
      await accept(id, 200, who)
    }
    const id = await treated()
    for (const who of ['contributor', 'auditor']) {
      assert.deepEqual(await readEligibility(id, who), [false, 'role'])
      await accept(id, 403, who)
    }
  })

  test('the owner cannot accept a risk, even after handing it over, in one change or in two', async () => {
    for (const who of ['admin', 'reviewer']) {
      const id = await treated({ ownerId: people[who] })
      assert.deepEqual(await readEligibility(id, who), [false, 'hand'])
      await accept(id, 403, who)
      await change(id, { ownerId: people.contributor })
      await accept(id, 403, who)
      await change(id, { status: 'assessed' })
      await change(id, { status: 'treated' })
      await accept(id, 403, who)
    }
  })

  test('a person who created, changed or reopened a risk or linked a control cannot accept it', async () => {
    const { id: controlId } = await must('admin', 201, 'POST', '/controls', { controlKey: 'hand', title: 'A control' })
    const contributions: readonly ((id: string) => Promise<unknown>)[] = [
      id => change(id, { residualImpact: 1 }, 200, 'admin'),
      id => change(id, { status: 'assessed' }, 200, 'admin').then(() => change(id, { status: 'treated' })),
      id => must('admin', 201, 'POST', `/risks/${id}/controls`, { controlId }),
    ]
    for (const contribute of contributions) {
      const id = await treated()
      await contribute(id)
      await change(id, { title: 'Changed last by another person' })
      await accept(id, 403, 'admin')
      await accept(id)
    }
    await accept(await treated({}, 'admin'), 403, 'admin')
    const unlinked = await treated()
    await must('contributor', 201, 'POST', `/risks/${unlinked}/controls`, { controlId })
    await must('admin', 204, 'DELETE', `/risks/${unlinked}/controls/${controlId}`)
    await accept(unlinked, 403, 'admin')
    const reopened = await treated()
    await accept(reopened)
    await change(reopened, { status: 'assessed' }, 200, 'admin')
    await change(reopened, { status: 'treated' })
    await accept(reopened, 403, 'admin')
    await accept(reopened)
  })

  test('if two people accept a risk at once, one succeeds; an owner named at the same time does not', async () => {
    const id = await treated()
    const responses = await Promise.all(
      ['admin', 'reviewer'].map(who => client.ask(who, 'POST', `/risks/${id}/accept`)),
    )
    assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 422])
    const contested = await treated()
    const [accepted, owned] = await Promise.all([
      client.ask('reviewer', 'POST', `/risks/${contested}/accept`),
      client.ask('contributor', 'PATCH', `/risks/${contested}`, { ownerId: people.reviewer }),
    ])
    assert.deepEqual([accepted.status, owned.status].filter(status => status === 200).length, 1)
  })

  test('a change based on an outdated version is rejected', async () => {
    const { id } = await risk()
    const { etag } = await client.get('contributor', `/risks/${id}`)
    await change(id, { title: 'Another' })
    const late = await p.call('PATCH', `/api/workspace/risks/${id}`, {
      ...(await client.signedIn('contributor')),
      headers: { 'if-match': etag },
      body: { title: 'A third', reason: 'of what was seen before' },
    })
    assert.equal(late.status, 412, late.text)
  })
})

test('keys are unique, owners belong to the workspace, times are timestamps; concurrent creations yield one risk', async () => {
  const { riskKey } = await risk()
  await must('contributor', 409, 'POST', '/risks', { riskKey, title: 'Again' })
  await must('contributor', 404, 'POST', '/risks', {
    riskKey: 'x',
    title: 'x',
    ownerId: 'prs_00000000000000000000000000',
  })
  await must('contributor', 400, 'POST', '/risks', { riskKey: 'x', title: 'x', reviewDueAt: 'tomorrow' })
  await must('contributor', 400, 'POST', '/risks', { riskKey: 'x', title: 'x', likelihood: 6 })
  for (const who of ['reviewer', 'auditor']) await must(who, 403, 'POST', '/risks', { riskKey: 'x', title: 'x' })
  const same = { riskKey: 'at once', title: 'x' }
  const responses = await Promise.all([1, 2, 3].map(() => client.ask('contributor', 'POST', '/risks', same)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [201, 409, 409])
})

test('lists are filtered by status, owner and review, and read page by page', async () => {
  const timestampIn = (days: number) => iso(p.clock.now() + days * day)
  const mine = { ownerId: people.admin }
  const risksByReview = {
    overdue: await risk({ ...mine, reviewDueAt: timestampIn(-1) }),
    soon: await risk({ ...mine, reviewDueAt: timestampIn(29) }),
    later: await risk({ ...mine, reviewDueAt: timestampIn(31) }),
    none: await risk(mine),
  }
  const ids = async (query: string) =>
    (await client.get('auditor', `/risks?${query}`)).risks.map(({ id }: { id: string }) => id)
  for (const [review, { id }] of Object.entries(risksByReview))
    assert.deepEqual(await ids(`ownerId=${people.admin}&status=identified&review=${review}`), [id], review)
  assert.deepEqual(await ids(`ownerId=${people.admin}&status=closed`), [])
  const walked: string[] = []
  let next: string | undefined = ''
  while (next !== undefined) {
    const { risks, pagination } = await client.get(
      'auditor',
      `/risks?ownerId=${people.admin}&limit=3&cursor=${next}`.replace(/&cursor=$/, ''),
    )
    walked.push(...risks.map(({ id }: { id: string }) => id))
    next = pagination.nextCursor
  }
  assert.equal(new Set(walked).size, walked.length)
  for (const { id } of Object.values(risksByReview)) assert.ok(walked.includes(id))
})

test('controls of a risk are linked once, shown with their proof, and can be removed', async () => {
  const { id } = await risk()
  const { id: controlId } = await must('admin', 201, 'POST', '/controls', { controlKey: 'linked', title: 'Linked' })
  await must('contributor', 201, 'POST', `/risks/${id}/controls`, { controlId })
  await must('contributor', 409, 'POST', `/risks/${id}/controls`, { controlId })
  await must('contributor', 404, 'POST', `/risks/${id}/controls`, { controlId: 'gct_00000000000000000000000000' })
  assert.deepEqual((await client.get('auditor', `/risks/${id}`)).controls, [
    { controlId, controlKey: 'linked', title: 'Linked', status: 'draft', state: 'without_requirements' },
  ])
  await must('contributor', 204, 'DELETE', `/risks/${id}/controls/${controlId}`)
  await must('contributor', 404, 'DELETE', `/risks/${id}/controls/${controlId}`)
})

test('machines read risks with the scope, and another workspace does not see them', async () => {
  const { id, riskKey } = await risk()
  const body = { name: 'risks', scopes: ['governance.risks:read'] }
  const { serviceAccount, clientSecret } = await must('admin', 201, 'POST', '/service-accounts', body)
  const credentials = {
    grant_type: 'client_credentials',
    client_id: serviceAccount.clientId,
    client_secret: clientSecret,
  }
  const token = (await p.call('POST', '/api/v1/auth/token', { body: credentials })).body.access_token
  const path = '/api/v1/governance/risks'
  const { body: record, text } = await p.call('GET', `${path}/${id}`, { token })
  assert.ok(text.startsWith(`{"id":"${id}"`), text)
  assert.deepEqual([record.riskKey, record.status, record.hands], [riskKey, 'identified', undefined])
  const listed = await p.call('GET', `${path}?status=identified&riskKey=${riskKey}`, { token })
  assert.deepEqual(listed.body.risks, [record])
  const globex = createWorkspaceClient(p, 'globex')
  for (const [method, suffix] of [
    ['GET', ''],
    ['PATCH', ''],
    ['POST', '/accept'],
  ] as const)
    assert.equal((await globex.ask('admin', method, `/risks/${id}${suffix}`)).status, 404)
  assert.deepEqual((await globex.get('admin', '/risks')).risks, [])
})
