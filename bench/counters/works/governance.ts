import { type CountersLab, reason, workspaceApi } from '#bench/counters/lab.ts'
import { uniqueNumber, type Work } from '#bench/counters/work.ts'

const finding = (name: string) => ({
  ...{ sourceFingerprint: name, title: 'Outdated library', severity: 'high' },
  ...{ subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: 'host-1' },
})

const scan = (findings: readonly object[]) => ({
  path: '/api/v1/governance/findings/scan-results',
  body: { sourceModuleKey: 'counted', isComplete: false, findings, reason },
})

/** The records that a person creates, by path, with the body for a key. */
const recordBodies: Readonly<Record<string, (key: string) => object>> = {
  '/assets': key => ({ assetKey: `AST-${key}`, title: 'Asset' }),
  '/controls': key => ({ controlKey: `CTL-${key}`, title: 'Control', status: 'active' }),
  '/evidence-requirements': key => ({ requirementKey: `REQ-${key}`, title: 'Requirement', status: 'active' }),
  '/risks': key => ({ riskKey: `RSK-${key}`, title: 'Risk', likelihood: 3, impact: 3 }),
  '/submission-requirements': key => ({
    ...{ requirementKey: `SUB-${key}`, title: 'Report', submissionKind: 'other', status: 'active' },
  }),
}

const creationWorks: readonly Work[] = Object.entries(recordBodies).map(([path, bodyOf]) => ({
  name: `POST ${workspaceApi}${path}`,
  prepare: ({ person }) => {
    const body = { ...bodyOf(uniqueNumber()), reason }
    return () => person.send({ path: workspaceApi + path, body })
  },
}))

const newPackage = async ({ person }: CountersLab): Promise<string> => {
  const request = {
    requirementKey: `SUB-${uniqueNumber()}`,
    title: 'Report',
    submissionKind: 'other',
    status: 'active',
    reason,
  }
  const { body: requirement } = await person.ask({ path: `${workspaceApi}/submission-requirements`, body: request })
  const dueAt = '2099-01-01T00:00:00.000Z'
  const packageBody = {
    submissionRequirementId: requirement.id,
    packageKey: `PKG-${uniqueNumber()}`,
    title: 'Report',
    dueAt,
    reason,
  }
  return (await person.ask({ path: `${workspaceApi}/packages`, body: packageBody })).body.id
}

/** Records of governance and submissions: their creation, events, scans and imports. */
export const governanceWorks: readonly Work[] = [
  ...creationWorks,
  {
    name: 'update a risk',
    async prepare({ person }) {
      const body = { riskKey: `RSK-${uniqueNumber()}`, title: 'Risk', likelihood: 3, impact: 3, reason }
      const { id } = (await person.ask({ path: `${workspaceApi}/risks`, body })).body
      const changes = { title: 'A risk with another title', reason }
      return () => person.send({ method: 'PATCH', path: `${workspaceApi}/risks/${id}`, body: changes })
    },
  },
  {
    name: 'record a submission event',
    async prepare(lab) {
      const occurredAt = new Date(lab.p.clock.now()).toISOString()
      const body = { eventKind: 'reviewed', occurredAt, eventSnapshot: {}, reason }
      const path = `${workspaceApi}/packages/${await newPackage(lab)}/events`
      return () => lab.person.send({ path, body })
    },
  },
  {
    name: 'scan of 20 findings, all new',
    prepare: ({ serviceAccount }) => {
      const request = scan(Array.from({ length: 20 }, () => finding(`counted-${uniqueNumber()}`)))
      return () => serviceAccount.send(request)
    },
  },
  {
    name: 'scan of 20 findings, all known',
    async prepare({ serviceAccount }) {
      const request = scan(Array.from({ length: 20 }, (_, i) => finding(`known-${String(i).padStart(6, '0')}`)))
      await serviceAccount.send(request)
      return () => serviceAccount.send(request)
    },
  },
  {
    name: 'import 20 clauses with controls',
    async prepare({ person }) {
      const key = uniqueNumber()
      const framework = { frameworkKey: `FW-${key}`, title: 'Framework', status: 'active', reason }
      const { body } = await person.ask({ path: `${workspaceApi}/frameworks`, body: framework })
      const clauses = Array.from({ length: 20 }, (_, i) => ({ clauseKey: `${key}.${i + 10}`, title: 'Clause' }))
      const path = `${workspaceApi}/frameworks/${body.id}/clauses`
      return () => person.send({ path, body: { clauses, withControls: true, reason } })
    },
  },
]
