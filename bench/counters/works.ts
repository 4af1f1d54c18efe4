import { createHash } from 'node:crypto'
import { endpoints, jobs } from '#src/features.ts'
import { bodyEnd, partHead } from '../attachments.ts'
import { claimBody } from '../request.ts'
import { admin } from '../server.ts'
import type { CountersLab } from './lab.ts'

/** One kind of work. */
export interface Work {
  readonly name: string
  /** How often it is done in a round, where not five times: for what does all that there is at once. */
  readonly times?: number
  /** Makes what the work needs, which is not counted, and returns the work; it returns the bytes that were sent. */
  prepare(lab: CountersLab): Promise<() => Promise<number>> | (() => Promise<number>)
}

const reason = 'Counted by npm run counters'
const evidence = '/api/v1/governance/evidence'
const workspace = '/api/workspace'

/** Work that answers nobody. */
const nothingSent = (work: () => Promise<unknown>) => async (): Promise<number> => {
  await work()
  return 0
}

let made = 0
/** A number that was not used before, always of as many digits. */
const fresh = (): string => String(++made).padStart(6, '0')

const opening = (prefix: string, path: string | undefined): readonly string[] =>
  path === undefined || path.includes('{') ? [] : [`${prefix}${path}`]

/** Every address that is read without naming a record. */
const lists: readonly Work[] = endpoints
  .filter(one => one.method === 'GET' && !one.media && !one.open)
  .filter(({ query }) => !query || (query.required ?? []).length === 0)
  .flatMap(({ v1, workspace: people }) => [
    ...opening('/api/v1', v1?.scope === 'public' ? undefined : v1?.path).map(path => ({ path, by: 'machine' as const })),
    ...opening(workspace, people?.path).map(path => ({ path, by: 'person' as const })),
  ])
  .map(({ path, by }) => ({ name: `GET ${path}`, prepare: lab => () => lab[by].send({ path }) }))

const first = (table: string): string => `select id from ${table} order by id limit 1`

/** Records, by the table of the first one. */
const opened: Readonly<Record<string, string>> = {
  '/claims/{}': 'evidence_claim',
  '/claims/{}/history': 'evidence_claim',
  '/findings/{}': 'finding',
  '/findings/{}/history': 'finding',
  '/controls/{}': 'control',
  '/frameworks/{}': 'framework',
  '/frameworks/{}/coverage': 'framework',
  '/frameworks/{}/clauses': 'framework',
  '/evidence-requirements/{}': 'evidence_requirement',
  '/risks/{}': 'risk',
  '/assessments/{}': 'assessment',
  '/assessments/{}/clauses': 'assessment',
  '/people/{}': 'person',
}

const opens: readonly Work[] = Object.entries(opened).map(([path, table]) => ({
  name: `GET ${workspace}${path}`,
  async prepare({ person, one }) {
    const at = workspace + path.replace('{}', await one(first(table)))
    return () => person.send({ path: at })
  },
}))

const newClaim = () => ({ ...claimBody, claimKey: `counted-${fresh()}`, sourceResourceId: `job-${fresh()}` })

const createClaim = async ({ machine }: CountersLab): Promise<string> =>
  (await machine.ask({ path: `${evidence}/claims`, body: newClaim() })).body.id

const file = Buffer.alloc(1024, 'x')

const announcement = (claimId: string) => ({
  path: `${evidence}/attachments/upload-intents`,
  body: {
    ...{ claimId, originalFilename: 'report.bin', contentType: 'application/octet-stream', reason },
    ...{ byteSize: file.length, checksumSha256: createHash('sha256').update(file).digest('hex') },
  },
})

const announce = async (lab: CountersLab): Promise<{ claimId: string; path: string }> => {
  const claimId = await createClaim(lab)
  const { body } = await lab.machine.ask(announcement(claimId))
  return { claimId, path: body.upload.path }
}

const upload = ({ machine }: CountersLab, path: string): Promise<number> =>
  machine.send({
    path,
    body: Buffer.concat([Buffer.from(partHead), file, Buffer.from(bodyEnd)]),
    headers: { 'content-type': `multipart/form-data; boundary=${partHead.slice(2, partHead.indexOf('\r'))}` },
  })

const finding = (name: string) => ({
  ...{ sourceFingerprint: name, title: 'Outdated library', severity: 'high' },
  ...{ subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: 'host-1' },
})

const scan = (findings: readonly object[]) => ({
  path: '/api/v1/governance/findings/scan-results',
  body: { sourceModuleKey: 'counted', isComplete: false, findings, reason },
})

const newPackage = async ({ person }: CountersLab): Promise<string> => {
  const asked = { requirementKey: `SUB-${fresh()}`, title: 'Report', submissionKind: 'other', status: 'active', reason }
  const { body: requirement } = await person.ask({ path: `${workspace}/submission-requirements`, body: asked })
  const dueAt = '2099-01-01T00:00:00.000Z'
  const planned = { submissionRequirementId: requirement.id, packageKey: `PKG-${fresh()}`, title: 'Report', dueAt, reason }
  return (await person.ask({ path: `${workspace}/packages`, body: planned })).body.id
}

const writes: readonly Work[] = [
  {
    name: 'create a claim',
    prepare: ({ machine }) => {
      const body = newClaim()
      const headers = { 'idempotency-key': body.claimKey }
      return () => machine.send({ path: `${evidence}/claims`, body, headers })
    },
  },
  {
    name: 'announce a file',
    async prepare(lab) {
      const asked = announcement(await createClaim(lab))
      return () => lab.machine.send(asked)
    },
  },
  {
    name: 'upload 1 KiB',
    async prepare(lab) {
      const { path } = await announce(lab)
      return () => upload(lab, path)
    },
  },
  {
    name: 'open 1 KiB',
    async prepare(lab) {
      const { path, claimId } = await announce(lab)
      await upload(lab, path)
      const artifactId = await lab.one('select id from artifact order by id desc limit 1')
      const at = `${evidence}/attachments/open?claimId=${claimId}&artifactId=${artifactId}`
      return () => lab.machine.send({ path: at })
    },
  },
  {
    name: 'approve a claim',
    async prepare(lab) {
      const id = await createClaim(lab)
      const path = `${workspace}/claims/${id}`
      const { reviewedDigest } = (await lab.person.ask({ path })).body
      return () => lab.person.send({ path: `${path}/approve`, body: { reason, reviewedDigest } })
    },
  },
  {
    name: 'record a submission event',
    async prepare(lab) {
      const submissionPackageId = await newPackage(lab)
      const occurredAt = new Date(lab.p.clock.now()).toISOString()
      const body = { eventKind: 'reviewed', occurredAt, eventSnapshot: {}, reason }
      const path = `${workspace}/packages/${submissionPackageId}/events`
      return () => lab.person.send({ path, body })
    },
  },
  {
    name: 'scan of 20 findings, all new',
    prepare: ({ machine }) => {
      const asked = scan(Array.from({ length: 20 }, () => finding(`counted-${fresh()}`)))
      return () => machine.send(asked)
    },
  },
  {
    name: 'scan of 20 findings, all known',
    async prepare({ machine }) {
      const asked = scan(Array.from({ length: 20 }, (_, i) => finding(`known-${String(i).padStart(6, '0')}`)))
      await machine.send(asked)
      return () => machine.send(asked)
    },
  },
  {
    name: 'import 20 clauses with controls',
    async prepare({ person }) {
      const key = fresh()
      const framework = { frameworkKey: `FW-${key}`, title: 'Framework', status: 'active', reason }
      const { body } = await person.ask({ path: `${workspace}/frameworks`, body: framework })
      const clauses = Array.from({ length: 20 }, (_, i) => ({ clauseKey: `${key}.${i + 10}`, title: 'Clause' }))
      const path = `${workspace}/frameworks/${body.id}/clauses`
      return () => person.send({ path, body: { clauses, withControls: true, reason } })
    },
  },
  {
    name: 'sign in',
    prepare: ({ person }) => {
      return () => person.send({ path: `${workspace}/session`, body: admin, headers: { cookie: '' } })
    },
  },
  {
    name: 'deliver an event to one webhook',
    times: 1,
    async prepare(lab) {
      await receiving(lab)
      await lab.p.system.delivery.drain()
      await createClaim(lab)
      return nothingSent(() => lab.p.system.delivery.drain())
    },
  },
  {
    name: 'seal 100 rows',
    times: 1,
    async prepare(lab) {
      await lab.p.system.runJob('seal-ledger')
      for (let i = 0; i < 100; i++) await createClaim(lab)
      return nothingSent(() => lab.p.system.runJob('seal-ledger'))
    },
  },
]

let webhook: Promise<unknown> | undefined
const receiving = ({ machine, receiver }: CountersLab): Promise<unknown> => {
  webhook ??= machine.ask({
    path: '/api/v1/webhooks',
    body: { url: receiver.url, events: ['evidence.claim.created'], description: 'counted', reason },
    headers: { 'idempotency-key': 'counted-webhook' },
  })
  return webhook
}

const idle: readonly Work[] = jobs.map(({ name }) => ({
  name: `job ${name}, nothing to do`,
  prepare: ({ p }) => nothingSent(() => p.system.runJob(name)),
}))

export const works: readonly Work[] = [...lists, ...opens, ...writes, ...idle]
