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
let counted = 0
const word = () => `work ${++counted}`

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
const wanted = (id: string, kind: string, persons: readonly string[]) =>
  Promise.all(persons.map(person => has(person, kind, id)))

const make = (person: string, path: string, body: Readonly<Record<string, unknown>>, status = 201) =>
  client.must(status, person, 'POST', path, body)
const assign = (id: string, person: string) =>
  make('admin', `/claims/${id}/assign`, { reviewerId: people[person] }, 200)
const at = (days: number) => iso(p.clock.now() + days * day)
const everybody = ['admin', 'reviewer', 'contributor', 'auditor'] as const

describe('the work of a person', () => {
  test('a claim needs people who may decide it and did not contribute to it, until it is decided', async () => {
    const { id } = await make('admin', '/claims', claimInput(word()))
    await assign(id, 'reviewer')
    assert.deepEqual(await wanted(id, 'claim_review', everybody), [false, true, false, false])
    await p.sql('update evidence_claim set reviewer_id = null where id = $1', [id])
    const deciders = ['admin', 'reviewer', 'second.reviewer']
    assert.deepEqual(await wanted(id, 'claim_review', deciders), [false, true, true], 'not its creator')
    const [shown] = (await walk('reviewer', 'kind=claim_review&limit=200')).filter(work => work.id === id)
    assert.deepEqual(
      [shown?.dueAt, shown?.waitingSince],
      [null, (await client.get('admin', `/claims/${id}`)).createdAt],
    )
    const { reviewedDigest } = await client.get('second.reviewer', `/claims/${id}`)
    await make('second.reviewer', `/claims/${id}/approve`, { reviewedDigest }, 200)
    assert.deepEqual(await wanted(id, 'claim_review', everybody), [false, false, false, false])
  })

  test('an assigned claim needs only its reviewer', async () => {
    const id = await client.claim(word())
    await assign(id, 'second.reviewer')
    assert.deepEqual(await wanted(id, 'claim_review', ['admin', 'reviewer', 'second.reviewer']), [false, false, true])
  })

  test('a finding needs its owner, and after its remediation people who may close it', async () => {
    const { id } = await client.finding({ ownerId: people.contributor, dueAt: at(5) })
    assert.deepEqual(await wanted(id, 'finding_remediation', everybody), [false, false, true, false])
    await make('contributor', `/findings/${id}/remediate`, {}, 200)
    assert.deepEqual(await wanted(id, 'finding_remediation', everybody), [false, false, false, false])
    assert.deepEqual(await wanted(id, 'finding_closing', everybody), [true, true, false, false])
    const own = await client.finding()
    await make('reviewer', `/findings/${own.id}/remediate`, {}, 200)
    assert.deepEqual(await wanted(own.id, 'finding_closing', ['admin', 'reviewer']), [true, false])
    await make('admin', `/findings/${own.id}/invalidate`, { reason: 'not a finding at all' }, 200)
    assert.equal(await has('admin', 'finding_closing', own.id), false)
  })

  test('an assessment needs its assigned people, then people who did not contribute to it', async () => {
    const { id, clauseIds } = await a.plan({ dueAt: at(3) })
    const answering = () => wanted(id, 'assessment_answers', ['contributor', 'second.reviewer', 'reviewer', 'admin'])
    assert.deepEqual(await answering(), [true, true, false, false])
    const open = async () => (await walk('contributor')).find(work => work.id === id)?.open
    await a.must('contributor', 200, 'POST', `/assessments/${id}/start`)
    assert.equal(await open(), 1)
    await a.answer(id, clauseIds[0], {}, 'second.reviewer')
    assert.equal(await open(), 0)
    await a.must('contributor', 200, 'POST', `/assessments/${id}/submit`)
    assert.deepEqual(await answering(), [false, false, false, false])
    const completing = () =>
      wanted(id, 'assessment_completion', ['admin', 'reviewer', 'second.reviewer', 'contributor'])
    assert.deepEqual(await completing(), [true, true, false, false])
    await a.must('admin', 200, 'POST', `/assessments/${id}/complete`)
    assert.deepEqual(await completing(), [false, false, false, false])
  })

  test('a risk needs its owner when its review is due soon', async () => {
    const risk = (reviewDueAt: string) =>
      make('admin', '/risks', { riskKey: word(), title: word(), ownerId: people.contributor, reviewDueAt })
    const [near, far] = [await risk(at(10)), await risk(at(20))]
    assert.deepEqual(await wanted(near.id, 'risk_review', everybody), [false, false, true, false])
    assert.equal(await has('contributor', 'risk_review', far.id), false)
  })

  test('a requirement needs its owner if proof is missing or ends soon, but not while proof is waiting for review', async () => {
    const body = { requirementKey: word(), title: word(), status: 'active', ownerId: people.reviewer }
    const { id } = await make('admin', '/evidence-requirements', body)
    assert.deepEqual(await wanted(id, 'evidence_renewal', everybody), [false, true, false, false])
    const claimed = (days: number) => client.claim(word(), { evidenceRequirementId: id, validUntil: at(days) })
    const first = await claimed(5)
    assert.equal(await has('reviewer', 'evidence_renewal', id), false, 'proof is waiting for its review')
    await client.decide(first, 'approve')
    assert.equal(await has('reviewer', 'evidence_renewal', id), true, 'the proof ends in five days')
    await claimed(4)
    assert.equal(await has('reviewer', 'evidence_renewal', id), true, 'proof that ends sooner does not help')
    const longer = await claimed(200)
    assert.equal(await has('reviewer', 'evidence_renewal', id), false)
    await client.decide(longer, 'reject')
    assert.equal(await has('reviewer', 'evidence_renewal', id), true)
  })

  test('a package needs people who can advance it when it is due soon', async () => {
    const submissions = await createSubmissionsClient(p)
    const requirement = await submissions.requirement()
    const near = await submissions.package(requirement, { dueAt: at(13) })
    const far = await submissions.package(requirement, { dueAt: at(15) })
    assert.deepEqual(await wanted(near, 'package_due', everybody), [true, true, true, false])
    assert.equal(await has('admin', 'package_due', far), false)
    await submissions.follow(near, 'reviewed')
    assert.deepEqual(await wanted(near, 'package_due', ['admin', 'contributor']), [true, false])
    await submissions.follow(near, 'approved', 'submitted')
    assert.equal(await has('admin', 'package_due', near), false)
  })
})

test('the list is ordered by due date, and every page size returns the same list', async () => {
  for (const dueAt of [at(40), at(-3), null, at(2), at(2), null])
    await client.finding({ ownerId: people.contributor, dueAt })
  const all = await walk('contributor')
  const moments = all.map(({ dueAt, waitingSince, kind }) =>
    kind === 'evidence_renewal' && dueAt === null ? '' : (dueAt ?? waitingSince ?? 'never'),
  )
  assert.deepEqual(moments, moments.toSorted())
  assert.equal(moments.at(-1), 'never')
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

test('paging over more than a page of own claims ends, and reaches the work after them', async () => {
  const globex = await createFindingsClient(p, 'globex')
  const own = await globex.must(201, 'admin', 'POST', '/claims', claimInput(word()))
  await p.sql(
    `insert into evidence_claim (organization_id, id, claim_key, status, valid_until, created_by, record, source_snapshot, claim_snapshot)
     select organization_id, left(id, 24) || lpad(i::text, 6, '0'), 'many ' || i, status, valid_until, created_by, record, source_snapshot, claim_snapshot
       from evidence_claim, generate_series(1, 2500) i where id = $1`,
    [own.id],
  )
  p.clock.advance(day)
  const behind = await globex.claim(word())
  await p.sql('update evidence_claim set reviewer_id = null where id = $1', [behind])
  const first = await globex.get('admin', '/my-work?limit=5')
  assert.deepEqual([first.work, typeof first.pagination.nextCursor], [[], 'string'])
  const found: string[] = []
  let pages = 0
  for (let cursor = first.pagination.nextCursor; cursor; pages++) {
    const next = await globex.get('admin', `/my-work?limit=5&cursor=${cursor}`)
    found.push(...next.work.map(({ id }: Work) => id))
    cursor = next.pagination.nextCursor
  }
  assert.deepEqual(found, [behind])
  assert.ok(pages <= 3)
})

test('a claim whose reviewer can no longer decide needs everyone who may decide it', async () => {
  const id = await client.claim(word())
  await assign(id, 'second.reviewer')
  for (const change of [{ disabled: true }, { disabled: false, role: 'auditor' }]) {
    await client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, change)
    assert.deepEqual(await wanted(id, 'claim_review', ['admin', 'reviewer', 'contributor']), [true, true, false])
  }
  await client.must(200, 'admin', 'PATCH', `/people/${people['second.reviewer']}`, { role: 'reviewer' })
  assert.deepEqual(await wanted(id, 'claim_review', ['admin', 'reviewer']), [false, false])
})

test('an administrator sees the work of another person, even a disabled one', async () => {
  const { id } = await client.finding({ ownerId: people.contributor, dueAt: at(5) })
  const path = `/people/${people.contributor}/work`
  const ofOther = async (): Promise<Work[]> => (await client.get('admin', `${path}?limit=200`)).work
  assert.deepEqual(await ofOther(), await walk('contributor'))
  await client.must(200, 'admin', 'PATCH', `/people/${people.contributor}`, { disabled: true })
  assert.ok((await ofOther()).some(work => work.id === id))
  for (const who of ['reviewer', 'auditor']) await client.must(403, who, 'GET', path)
  await client.must(404, 'admin', 'GET', '/people/prs_none/work')
})
