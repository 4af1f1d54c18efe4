import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { type Assessing, createAssessing } from '#test/assessing.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { claimInput } from '#test/fixture.ts'
import { createSubmissionsClient } from '#test/submissions/submissions-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let a: Assessing
let people: Readonly<Record<string, string>>
let wordCount = 0
const nextTitle = () => `work ${++wordCount}`

before(async () => {
  p = await boot()
  client = await createFindingsClient(p)
  a = await createAssessing(p)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

interface Work {
  readonly kind: string
  readonly id: string
  readonly key: string | null
  readonly title: string
  readonly dueAt: string | null
  readonly waitingSince: string | null
  readonly late: boolean
  readonly daysLeft: number | null
  readonly open: number | null
}

const page = (person: string, query = '') => client.get(person, `/my-work${query && `?${query}`}`)

/** Reads the whole list, page by page. */
const walk = async (person: string, query = 'limit=200'): Promise<Work[]> => {
  const all: Work[] = []
  for (let cursor = ''; ; ) {
    const { work, pagination } = await page(person, `${query}${cursor}`)
    all.push(...work)
    if (!pagination.nextCursor) return all
    cursor = `&cursor=${pagination.nextCursor}`
  }
}

const has = async (person: string, kind: string, id: string): Promise<boolean> =>
  (await walk(person)).some(work => work.kind === kind && work.id === id)
const needsEach = (id: string, kind: string, persons: readonly string[]) =>
  Promise.all(persons.map(person => has(person, kind, id)))

const create = (person: string, path: string, body: Readonly<Record<string, unknown>>, status = 201) =>
  client.must(status, person, 'POST', path, body)
const assign = (id: string, person: string) =>
  create('admin', `/claims/${id}/assign`, { reviewerId: people[person] }, 200)
const inDays = (days: number) => iso(p.clock.now() + days * day)
const allRoles = ['admin', 'reviewer', 'contributor', 'auditor'] as const

describe('the work of a person', () => {
  test('a claim needs people who may decide it and did not contribute to it, until it is decided', async () => {
    const { id } = await create('admin', '/claims', claimInput(nextTitle()))
    await assign(id, 'reviewer')
    assert.deepEqual(await needsEach(id, 'claim_review', allRoles), [false, true, false, false])
    await p.sql('update evidence_claim set reviewer_id = null where id = $1', [id])
    const deciders = ['admin', 'reviewer', 'second.reviewer']
    assert.deepEqual(await needsEach(id, 'claim_review', deciders), [false, true, true], 'not its creator')
    const [reviewWork] = (await walk('reviewer', 'kind=claim_review&limit=200')).filter(work => work.id === id)
    assert.deepEqual(
      [reviewWork?.dueAt, reviewWork?.waitingSince],
      [null, (await client.get('admin', `/claims/${id}`)).createdAt],
    )
    const { reviewedDigest } = await client.get('second.reviewer', `/claims/${id}`)
    await create('second.reviewer', `/claims/${id}/approve`, { reviewedDigest }, 200)
    assert.deepEqual(await needsEach(id, 'claim_review', allRoles), [false, false, false, false])
  })

  test('an assigned claim needs only its reviewer', async () => {
    const id = await client.claim(nextTitle())
    await assign(id, 'second.reviewer')
    assert.deepEqual(await needsEach(id, 'claim_review', ['admin', 'reviewer', 'second.reviewer']), [
      false,
      false,
      true,
    ])
  })

  test('a finding needs its owner, and after its remediation people who may close it', async () => {
    const { id } = await client.finding({ ownerId: people.contributor, dueAt: inDays(5) })
    assert.deepEqual(await needsEach(id, 'finding_remediation', allRoles), [false, false, true, false])
    await create('contributor', `/findings/${id}/remediate`, {}, 200)
    assert.deepEqual(await needsEach(id, 'finding_remediation', allRoles), [false, false, false, false])
    assert.deepEqual(await needsEach(id, 'finding_closing', allRoles), [true, true, false, false])
    const ownFinding = await client.finding()
    await create('reviewer', `/findings/${ownFinding.id}/remediate`, {}, 200)
    assert.deepEqual(await needsEach(ownFinding.id, 'finding_closing', ['admin', 'reviewer']), [true, false])
    await create('admin', `/findings/${ownFinding.id}/invalidate`, { reason: 'not a finding at all' }, 200)
    assert.equal(await has('admin', 'finding_closing', ownFinding.id), false)
  })

  test('an assessment needs its assigned people, then people who did not contribute to it', async () => {
    const { id, clauseIds } = await a.plan({ dueAt: inDays(3) })
    const needAnswers = () =>
      needsEach(id, 'assessment_answers', ['contributor', 'second.reviewer', 'reviewer', 'admin'])
    assert.deepEqual(await needAnswers(), [true, true, false, false])
    const open = async () => (await walk('contributor')).find(work => work.id === id)?.open
    await a.must('contributor', 200, 'POST', `/assessments/${id}/start`)
    assert.equal(await open(), 1)
    await a.answer(id, clauseIds[0], {}, 'second.reviewer')
    assert.equal(await open(), 0)
    await a.must('contributor', 200, 'POST', `/assessments/${id}/submit`)
    assert.deepEqual(await needAnswers(), [false, false, false, false])
    const needCompletion = () =>
      needsEach(id, 'assessment_completion', ['admin', 'reviewer', 'second.reviewer', 'contributor'])
    assert.deepEqual(await needCompletion(), [true, true, false, false])
    await a.must('admin', 200, 'POST', `/assessments/${id}/complete`)
    assert.deepEqual(await needCompletion(), [false, false, false, false])
  })

  test('a risk needs its owner when its review is due soon', async () => {
    const risk = (reviewDueAt: string) =>
      create('admin', '/risks', { riskKey: nextTitle(), title: nextTitle(), ownerId: people.contributor, reviewDueAt })
    const [dueSoon, dueLater] = [await risk(inDays(10)), await risk(inDays(20))]
    assert.deepEqual(await needsEach(dueSoon.id, 'risk_review', allRoles), [false, false, true, false])
    assert.equal(await has('contributor', 'risk_review', dueLater.id), false)
  })

  test('a requirement needs its owner if proof is missing or ends soon, but not while proof is waiting for review', async () => {
    const body = { requirementKey: nextTitle(), title: nextTitle(), status: 'active', ownerId: people.reviewer }
    const { id } = await create('admin', '/evidence-requirements', body)
    assert.deepEqual(await needsEach(id, 'evidence_renewal', allRoles), [false, true, false, false])
    const createClaim = (days: number) =>
      client.claim(nextTitle(), { evidenceRequirementId: id, validUntil: inDays(days) })
    const first = await createClaim(5)
    assert.equal(await has('reviewer', 'evidence_renewal', id), false, 'proof is waiting for its review')
    await client.decide(first, 'approve')
    assert.equal(await has('reviewer', 'evidence_renewal', id), true, 'the proof ends in five days')
    await createClaim(4)
    assert.equal(await has('reviewer', 'evidence_renewal', id), true, 'proof that ends sooner does not help')
    const longer = await createClaim(200)
    assert.equal(await has('reviewer', 'evidence_renewal', id), false)
    await client.decide(longer, 'reject')
    assert.equal(await has('reviewer', 'evidence_renewal', id), true)
  })

  test('a package needs people who can advance it when it is due soon', async () => {
    const submissions = await createSubmissionsClient(p)
    const requirement = await submissions.requirement()
    const dueSoon = await submissions.package(requirement, { dueAt: inDays(13) })
    const dueLater = await submissions.package(requirement, { dueAt: inDays(15) })
    assert.deepEqual(await needsEach(dueSoon, 'package_due', allRoles), [true, true, true, false])
    assert.equal(await has('admin', 'package_due', dueLater), false)
    await submissions.follow(dueSoon, 'reviewed')
    assert.deepEqual(await needsEach(dueSoon, 'package_due', ['admin', 'contributor']), [true, false])
    await submissions.follow(dueSoon, 'approved', 'submitted')
    assert.equal(await has('admin', 'package_due', dueSoon), false)
  })
})

test('the list is ordered by due date, and every page size returns the same list', async () => {
  for (const dueAt of [inDays(40), inDays(-3), null, inDays(2), inDays(2), null])
    await client.finding({ ownerId: people.contributor, dueAt })
  const all = await walk('contributor')
  const times = all.map(({ dueAt, waitingSince, kind }) =>
    kind === 'evidence_renewal' && dueAt === null ? '' : (dueAt ?? waitingSince ?? 'never'),
  )
  assert.deepEqual(times, times.toSorted())
  assert.equal(times.at(-1), 'never')
  for (const limit of [1, 2, 3]) assert.deepEqual(await walk('contributor', `limit=${limit}`), all)
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  for (const kind of kinds)
    assert.deepEqual(
      await walk('contributor', `kind=${kind}&limit=2`),
      all.filter(work => work.kind === kind),
    )
  assert.equal((await client.ask('admin', 'GET', '/my-work?kind=chores')).status, 400)
})

test('a cursor belongs to its person, kind and workspace', async () => {
  const { pagination } = await page('contributor', 'limit=1')
  const cursor = `cursor=${pagination.nextCursor}`
  assert.equal((await client.ask('contributor', 'GET', `/my-work?${cursor}`)).status, 200)
  assert.equal((await client.ask('admin', 'GET', `/my-work?${cursor}`)).status, 400)
  assert.equal((await client.ask('contributor', 'GET', `/my-work?kind=risk_review&${cursor}`)).status, 400)
  const globex = await createFindingsClient(p, 'globex')
  assert.equal((await globex.ask('contributor', 'GET', `/my-work?${cursor}`)).status, 400)
  assert.deepEqual((await globex.get('contributor', '/my-work')).work, [])
})

interface Counted {
  readonly kind: string
  readonly count: number
  readonly late: number
  readonly week: number
  readonly more: boolean
}

test('ordered by kind, every page size returns the same list, with each kind by due date', async () => {
  const all = await walk('contributor', 'order=kind&limit=200')
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  assert.ok(kinds.length > 1, kinds.join())
  const byKind = await Promise.all(kinds.map(kind => walk('contributor', `kind=${kind}&limit=200`)))
  assert.deepEqual(all, byKind.flat())
  for (const limit of [1, 2, 3]) assert.deepEqual(await walk('contributor', `order=kind&limit=${limit}`), all)
  const { pagination } = await page('contributor', 'order=kind&limit=1')
  assert.equal((await client.ask('contributor', 'GET', `/my-work?cursor=${pagination.nextCursor}`)).status, 400)
})

test('the overview counts exactly the records that the list returns for each kind and due date', async () => {
  await client.finding({ ownerId: people.contributor, dueAt: inDays(6) })
  for (const person of ['contributor', 'admin', 'reviewer']) {
    const { counts, work }: { counts: Counted[]; work: Work[] } = await client.get(person, '/overview/work')
    assert.ok(counts.length > 0)
    for (const { kind, more, ...counted } of counts) {
      const list = async (due = '') => (await walk(person, `kind=${kind}${due}&limit=200`)).length
      const listed = { count: await list(), late: await list('&due=late'), week: await list('&due=week') }
      assert.deepEqual(counted, listed, `${kind} of ${person}`)
      assert.equal(more, false)
    }
    assert.deepEqual(work, (await page(person, 'limit=10')).work)
    const kinds = new Set((await walk(person)).map(({ kind }) => kind))
    assert.deepEqual(new Set(counts.map(({ kind }) => kind)), kinds)
  }
  const late = await walk('contributor', 'due=late&limit=1')
  assert.ok(late.length > 0)
  assert.deepEqual(
    await walk('contributor', 'due=late&order=kind&limit=2'),
    await walk('contributor', 'due=late&order=kind&limit=200'),
  )
  assert.deepEqual((await client.get('auditor', '/overview/work')).counts, [])
})

test('work says how many calendar days are left or how late it is', async () => {
  const dueAfter = async (days: number) => {
    const { id } = await client.finding({ ownerId: people['second.reviewer'], dueAt: inDays(days) })
    const work = (await walk('second.reviewer')).find(item => item.id === id)
    return [work?.late, work?.daysLeft]
  }
  assert.deepEqual(await dueAfter(3.5), [false, 3])
  assert.deepEqual(await dueAfter(-3.5), [true, -3])
  assert.deepEqual(await dueAfter(0.5), [false, 0])
  const body = { requirementKey: nextTitle(), title: nextTitle(), status: 'active', ownerId: people['second.reviewer'] }
  const { id } = await create('admin', '/evidence-requirements', body)
  const missing = (await walk('second.reviewer')).find(work => work.id === id)
  assert.deepEqual([missing?.late, missing?.daysLeft], [true, null])
})

test('paging passes thousands of own claims and reaches the work after them', async () => {
  const globex = await createFindingsClient(p, 'globex')
  const ownClaim = await globex.must(201, 'admin', 'POST', '/claims', claimInput(nextTitle()))
  await p.sql(
    `insert into evidence_claim (organization_id, id, claim_key, status, valid_until, created_by, record, source_snapshot, claim_snapshot)
     select organization_id, left(id, 24) || lpad(i::text, 6, '0'), 'many ' || i, status, valid_until, created_by, record, source_snapshot, claim_snapshot
       from evidence_claim, generate_series(1, 2500) i where id = $1`,
    [ownClaim.id],
  )
  p.clock.advance(day)
  const laterClaim = await globex.claim(nextTitle())
  await p.sql('update evidence_claim set reviewer_id = null where id = $1', [laterClaim])
  const { counts }: { counts: Counted[] } = await globex.get('admin', '/overview/work')
  assert.deepEqual(counts, [{ kind: 'claim_review', count: 0, late: 0, week: 0, more: true }], 'its search stopped')
  const first = await globex.get('admin', '/my-work?limit=5')
  assert.deepEqual([first.work, typeof first.pagination.nextCursor], [[], 'string'])
  const foundIds: string[] = []
  let pages = 0
  for (let cursor = first.pagination.nextCursor; cursor; pages++) {
    const next = await globex.get('admin', `/my-work?limit=5&cursor=${cursor}`)
    foundIds.push(...next.work.map(({ id }: Work) => id))
    cursor = next.pagination.nextCursor
  }
  assert.deepEqual(foundIds, [laterClaim])
  assert.ok(pages <= 3)
})

test('a claim whose reviewer can no longer decide needs everyone who may decide it', async () => {
  const id = await client.claim(nextTitle())
  await assign(id, 'second.reviewer')
  for (const change of [{ disabled: true }, { disabled: false, role: 'auditor' }]) {
    await client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, change)
    assert.deepEqual(await needsEach(id, 'claim_review', ['admin', 'reviewer', 'contributor']), [true, true, false])
  }
  await client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, { role: 'reviewer' })
  assert.deepEqual(await needsEach(id, 'claim_review', ['admin', 'reviewer']), [false, false])
})

test('an administrator sees the work of another person, even a disabled one', async () => {
  const { id } = await client.finding({ ownerId: people.contributor, dueAt: inDays(5) })
  const path = `/people/${people.contributor}/work`
  const readOthersWork = async (): Promise<Work[]> => (await client.get('admin', `${path}?limit=200`)).work
  assert.deepEqual(await readOthersWork(), await walk('contributor'))
  await client.must(200, 'admin', 'PATCH', `/people/${people.contributor}`, { disabled: true })
  assert.ok((await readOthersWork()).some(work => work.id === id))
  for (const role of ['reviewer', 'auditor']) await client.must(403, role, 'GET', path)
  await client.must(404, 'admin', 'GET', '/people/prs_none/work')
})
