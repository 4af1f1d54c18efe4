import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, iso } from '#lib/clock.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'

interface CoverageDay {
  readonly day: string
  readonly applicable: number
  readonly proven: number
  readonly reconstructed: boolean
}

let p: Probata
let client: WorkspaceClient

before(async () => {
  p = await boot()
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

const must = async (status: number, person: string, method: string, path: string, body: object = {}) => {
  const response = await client.ask(person, method, path, { ...body })
  assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
  return response.body
}

const overview = async (person = 'auditor') => (await client.get(person, '/overview/coverage')).frameworks

const daysOf = async (frameworkId: string): Promise<readonly CoverageDay[]> =>
  (await overview()).find(({ id }: { id: string }) => id === frameworkId).days

/** Creates a framework of three clauses: one has a control with one requirement, and one does not apply. */
const frameworkWithProof = async (name: string) => {
  const { id } = await must(201, 'contributor', 'POST', '/frameworks', {
    ...{ frameworkKey: name, title: 'A framework', status: 'active' },
  })
  const clauses = ['1', '2', '3'].map(clauseKey => ({ clauseKey, title: `Clause ${clauseKey}` }))
  await must(200, 'contributor', 'POST', `/frameworks/${id}/clauses`, { clauses })
  const [first, , third] = (await client.get('auditor', `/frameworks/${id}/clauses`)).clauses
  const excluded = { applicability: 'not_applicable', justification: 'there is no such site' }
  await must(200, 'contributor', 'PATCH', `/clauses/${third.id}`, excluded)
  const control = await must(201, 'contributor', 'POST', '/controls', {
    ...{ controlKey: `${name}-C`, title: 'A control', status: 'active' },
  })
  await must(201, 'contributor', 'POST', `/clauses/${first.id}/controls`, { controlId: control.id, extent: 'full' })
  const requirement = await must(201, 'admin', 'POST', '/evidence-requirements', {
    ...{ requirementKey: `${name}-R`, title: 'Proof', status: 'active' },
  })
  const required = { evidenceRequirementId: requirement.id }
  await must(201, 'contributor', 'POST', `/controls/${control.id}/requirements`, required)
  return { id, requirementId: requirement.id }
}

const prove = async (requirementId: string, days: number): Promise<void> => {
  const validUntil = iso(p.clock.now() + days * day)
  const claimId = await client.claim(`proof of ${requirementId} at ${p.clock.now()}`, {
    ...{ evidenceRequirementId: requirementId, validUntil },
  })
  await client.decide(claimId, 'approve')
}

test('each day keeps its last count, and agrees with the coverage of the framework', async () => {
  const { id, requirementId } = await frameworkWithProof('trend')
  await p.system.runJob('record-coverage')
  assert.deepEqual(
    (await daysOf(id)).map(({ applicable, proven }) => [applicable, proven]),
    [[2, 0]],
  )
  assert.equal(await p.system.runJob('record-coverage'), 0)
  await prove(requirementId, 2)
  assert.equal(await p.system.runJob('record-coverage'), 1)
  const counts: number[] = []
  for (let days = 0; days < 4; days++) {
    const [current] = (await overview()).filter((framework: { id: string }) => framework.id === id)
    const { states } = await client.get('auditor', `/frameworks/${id}/coverage`)
    const proven = states.find(({ state }: { state: string }) => state === 'proven').clauses
    assert.deepEqual([current.applicable, current.proven], [2, proven])
    assert.equal(current.days.at(-1).proven, proven)
    counts.push(proven)
    p.clock.advance(day)
    await p.system.runJob('record-coverage')
  }
  const days = await daysOf(id)
  assert.deepEqual(counts, [1, 1, 0, 0])
  assert.deepEqual(
    days.map(({ proven }) => proven),
    [...counts, 0],
  )
  assert.ok(days.every(({ reconstructed }) => !reconstructed))
  assert.equal(new Set(days.map(({ day }) => day)).size, days.length)
})

test('days that are computed afterwards equal the days that would have been recorded', async () => {
  const { id, requirementId } = await frameworkWithProof('older')
  for (let days = 0; days < 6; days++) {
    if (days === 2) await prove(requirementId, 3)
    await p.system.runJob('record-coverage')
    p.clock.advance(day)
  }
  await p.system.runJob('record-coverage')
  const recorded = await daysOf(id)
  assert.deepEqual(
    recorded.map(({ proven }) => proven),
    [0, 0, 1, 1, 1, 0, 0],
  )
  await p.sql('delete from framework_coverage where framework_id = $1', [id])
  await p.system.runJob('record-coverage')
  assert.deepEqual(
    await daysOf(id),
    recorded.map((row, index) => ({ ...row, reconstructed: index < recorded.length - 1 })),
  )
  assert.equal(await p.system.runJob('record-coverage'), 0)
})

test('a framework that loses its clauses is counted again, and only active ones are counted', async () => {
  const { id } = await frameworkWithProof('emptied')
  await p.system.runJob('record-coverage')
  assert.equal((await daysOf(id)).at(-1)?.applicable, 2)
  const clauses = [{ clauseKey: 'heading', title: 'Heading', isAssessable: false }]
  await must(200, 'contributor', 'POST', `/frameworks/${id}/clauses`, { clauses })
  assert.equal(await p.system.runJob('record-coverage'), 1)
  assert.equal((await daysOf(id)).at(-1)?.applicable, 0)
  const { frameworks, total } = await client.get('auditor', '/overview/coverage')
  assert.equal(total, frameworks.length)
  await must(200, 'contributor', 'PATCH', `/frameworks/${id}`, { status: 'retired' })
  assert.equal((await client.get('auditor', '/overview/coverage')).total, total - 1)
})

test('the share is compared with the last recorded day that is at least 30 days old', async () => {
  const { id, requirementId } = await frameworkWithProof('change')
  await prove(requirementId, 10)
  await p.system.runJob('record-coverage')
  const shares = async () => {
    const { percent, percentBefore } = (await overview()).find((framework: { id: string }) => framework.id === id)
    return [percent, percentBefore]
  }
  assert.deepEqual(await shares(), [50, null])
  for (const [age, proven] of [
    [40, 0],
    [31, 2],
    [29, 1],
  ])
    await p.sql(
      `insert into framework_coverage (organization_id, framework_id, day, applicable, proven, partly_proven)
       select organization_id, framework_id, day - $2::int, 3, $3, 0 from framework_coverage where framework_id = $1
        order by day desc limit 1`,
      [id, age, proven],
    )
  assert.deepEqual(await shares(), [50, 66])
  const { requirements } = await client.get('auditor', '/overview/coverage')
  for (const [state, count] of [
    ['missing', requirements.missing],
    ['stale', requirements.stale],
    ['due_soon', requirements.dueSoon],
  ])
    assert.equal(
      (await client.get('auditor', `/evidence-freshness?state=${state}&limit=200`)).requirements.length,
      count,
    )
})

test('days begin in the time zone of the workspace', async () => {
  const { id } = await frameworkWithProof('zone')
  await must(200, 'admin', 'PATCH', '/settings', { timeZone: 'Pacific/Kiritimati' })
  await p.system.runJob('record-coverage')
  const localDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(p.clock.now())
  assert.equal((await daysOf(id)).at(-1)?.day, localDate)
  await must(200, 'admin', 'PATCH', '/settings', { timeZone: 'UTC' })
})

test('people limited to units see only the coverage of records that they can see, and no days; other workspaces see nothing', async () => {
  const unit = await must(201, 'admin', 'POST', '/units', { unitKey: 'north', title: 'North' })
  const { contributor } = await client.people()
  await must(200, 'admin', 'PATCH', `/people/${contributor}`, { unitIds: [unit.id] })
  const frameworks = await overview('contributor')
  assert.ok(frameworks.length >= 3)
  assert.ok(frameworks.every(({ days }: { days: unknown[] }) => days.length === 0))
  const globex = createWorkspaceClient(p, 'globex')
  assert.deepEqual((await globex.get('admin', '/overview/coverage')).frameworks, [])
})
