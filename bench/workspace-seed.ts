import { scaled } from './scale.ts'
import { seedClaims } from './seed.ts'
import { requestToken, type Server, signIn } from './server.ts'

/** The parts of a provisioned server that seeding needs. */
export type Seedable = Pick<Server, 'url' | 'sql' | 'organizationId'>

/** The number of records of each kind. Each scan has `results` findings. `atOnce` is the number of parallel requests. */
const bankSizes = {
  claims: scaled(1_000_000, 1000),
  requirements: scaled(2000, 20),
  frameworks: scaled(20, 2),
  clauses: scaled(1000, 20),
  scans: scaled(50, 2),
  results: scaled(2000, 20),
  packages: scaled(20_000, 10),
  risks: scaled(1000, 5),
  assets: scaled(2000, 5),
  atOnce: 8,
}

const reason = 'To have something to list.'

export type Json = ReturnType<typeof JSON.parse>

/** Returns a function that calls the server with headers and returns the JSON response. It throws if a call fails. */
export const caller =
  ({ url }: Pick<Server, 'url'>, headers: Readonly<Record<string, string>>) =>
  async (method: string, path: string, body?: object): Promise<Json> => {
    const allHeaders = { ...headers, origin: url, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(url + path, { method, headers: allHeaders, body: body ? JSON.stringify(body) : null })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text ? JSON.parse(text) : undefined
  }

/** Returns a function that calls `work` for each number below `count`, with up to `atOnce` calls in parallel. */
const inParallel =
  (atOnce: number) =>
  async (count: number, work: (i: number) => Promise<unknown>): Promise<void> => {
    let next = 0
    const runNext = async (): Promise<void> => {
      while (next < count) await work(next++)
    }
    await Promise.all(Array.from({ length: atOnce }, runNext))
  }

// Sets the freshness of each requirement from its claims, as accepting a claim does.
const refresh = `
  update evidence_requirement r set fresh_until = f.until, fresh_claim_id = f.id
    from (select distinct on (evidence_requirement_id) evidence_requirement_id, id,
                 (extract(epoch from valid_until) * 1000)::bigint as until
            from evidence_claim where evidence_requirement_id is not null and status = 'accepted'
           order by evidence_requirement_id, valid_until desc, id desc) f
   where r.id = f.evidence_requirement_id`

/** `scans` has the duration of each scan in seconds. */
export interface SeedResult {
  readonly scans: readonly number[]
}

/**
 * The workspace of a bank: a million claims of 2,000 requirements, 20 frameworks of 1,000 clauses with a control each,
 * half of them linked to a requirement, 100,000 findings of five scanners, 20,000 packages, risks, assets, and an
 * assessment in progress. Everything except the claims is created through the API.
 */
export const seedWorkspace = async (server: Seedable, sizes = bankSizes): Promise<SeedResult> => {
  const { claims, requirements, frameworks, clauses, scans, results, packages, risks, assets } = sizes
  const forEachIndex = inParallel(sizes.atOnce)
  const call = caller(server, { cookie: await signIn(server) })
  const post = (path: string, body: object): Promise<Json> => call('POST', `/api/workspace${path}`, { ...body, reason })
  await forEachIndex(requirements, i =>
    post('/evidence-requirements', { requirementKey: `REQ-${i}`, title: `Requirement ${i}`, status: 'active' }),
  )
  await seedClaims(server, claims)
  await server.sql(refresh)
  // The search index is built from the audit trail, which does not contain these claims. This makes the server rebuild
  // it.
  await server.sql('update search_progress set rules = 0')

  const createdFrameworks: Json[] = []
  for (let f = 0; f < frameworks; f++) {
    const framework = await post('/frameworks', { frameworkKey: `FW-${f}`, title: `Framework ${f}`, status: 'active' })
    const clauseBodies = Array.from({ length: clauses }, (_, i) => ({
      clauseKey: `${f}.${i}`,
      title: `Clause ${i} of ${f}`,
    }))
    await post(`/frameworks/${framework.id}/clauses`, { clauses: clauseBodies, withControls: true })
    createdFrameworks.push(framework)
  }
  const requirementRows = await server.sql('select id from evidence_requirement order by id')
  const controls = await server.sql('select id from control order by id')
  await forEachIndex(Math.floor(controls.length / 2), i => {
    const evidenceRequirementId = requirementRows[(i * 7) % requirementRows.length]?.id
    return post(`/controls/${controls[i * 2]?.id}/requirements`, { evidenceRequirementId })
  })

  const token = await requestToken(server.url)
  const machine = caller(server, { authorization: `Bearer ${token}` })
  const severities = ['critical', 'high', 'medium', 'low', 'info']
  const scan = async (n: number, isComplete: boolean, count: number): Promise<number> => {
    const findings = Array.from({ length: count }, (_, i) => ({
      sourceFingerprint: `finding-${n}-${i}`,
      title: `Outdated library ${i} on host ${n}`,
      severity: severities[(n + i) % severities.length],
      subjectModuleKey: 'assets',
      subjectResourceType: 'host',
      subjectResourceId: `host-${i % 500}`,
    }))
    const startTime = performance.now()
    const source = isComplete ? 'complete-scanner' : `scanner-${n % 5}`
    const path = '/api/v1/governance/findings/scan-results'
    await machine('POST', path, { sourceModuleKey: source, isComplete, findings, reason })
    return (performance.now() - startTime) / 1000
  }
  const times: number[] = []
  for (let n = 0; n < scans; n++) times.push(await scan(n, false, results))
  // Findings that a second, complete scan does not repeat are remediated.
  await scan(scans, true, results)
  await scan(scans, true, results / 2)

  const filing = { requirementKey: 'FILING', title: 'Incident notification', status: 'active' }
  const { id: submissionRequirementId } = await post('/submission-requirements', {
    ...filing,
    submissionKind: 'incident_notification',
  })
  await forEachIndex(packages, i =>
    post('/packages', {
      submissionRequirementId,
      packageKey: `PKG-${i}`,
      title: `Incident ${i} at branch ${i % 97}`,
      dueAt: new Date(Date.UTC(2026, 0, 1 + (i % 700), i % 24)).toISOString(),
    }),
  )
  await forEachIndex(risks, i =>
    post('/risks', { riskKey: `RSK-${i}`, title: `Risk ${i}`, likelihood: (i % 5) + 1, impact: (i % 3) + 2 }),
  )
  await forEachIndex(assets, i => post('/assets', { assetKey: `AST-${i}`, title: `Asset ${i}` }))
  const { person } = await call('GET', '/api/workspace/session')
  const assessment = await post('/assessments', {
    assessmentKey: 'AUDIT',
    title: 'The audit of the year',
    frameworkId: createdFrameworks[0].id,
    periodFrom: '2026-01-01T00:00:00Z',
    periodUntil: '2026-12-31T00:00:00Z',
    assessorId: person.id,
  })
  await post(`/assessments/${assessment.id}/start`, {})
  await server.sql('vacuum analyze')
  await server.sql('checkpoint')
  return { scans: times }
}
