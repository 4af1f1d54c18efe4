import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { invalid, oneOr404 } from '#api/errors.ts'
import { shown } from '#api/family.ts'
import { storedTimestamp } from '#api/timestamp.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { dueDaysOf } from './due-days.ts'
import { Finding, findingRecords, findings } from './finding.ts'
import { lockBySource, shareSource } from './queries.ts'
import { requireControl } from './require-control.ts'
import { requireSource } from './require-source.ts'
import { seeAgain } from './see-again.ts'
import { recordFindings } from './write-finding.ts'

const fields = Finding.properties
const answered = shown(findings)

/** Interface sections 6.3 and 9.5, open points "Other governance families". */
export const createFinding = changing({
  name: 'createFinding',
  summary: 'Record a finding; one that its source has recorded already is answered as it is',
  tag: 'Findings',
  method: 'POST',
  v1: { path: '/governance/findings', scope: 'governance.findings:write' },
  workspace: { path: '/findings', roles: ['admin', 'reviewer', 'contributor'] },
  status: 201,
  also: { 200: answered.schema },
  action: 'finding.create',
  body: Type.Object({
    title: fields.title,
    description: Type.Optional(fields.description),
    severity: fields.severity,
    subjectModuleKey: fields.subjectModuleKey,
    subjectResourceType: fields.subjectResourceType,
    subjectResourceId: fields.subjectResourceId,
    sourceModuleKey: Type.Optional(fields.sourceModuleKey),
    sourceFingerprint: Type.Optional(fields.sourceFingerprint),
    controlId: Type.Optional(fields.controlId),
    ownerId: Type.Optional(fields.ownerId),
    dueAt: Type.Optional(fields.dueAt),
  }),
  response: answered.schema,
  errors: ['not_found'],
  async run(change, { body }) {
    const { sourceModuleKey: source = null, sourceFingerprint: fingerprint = null, dueAt, ...given } = body
    if (fingerprint !== null && source === null)
      throw invalid(['sourceModuleKey'], 'is required with a sourceFingerprint')
    await requireSource(change, source)
    await requirePerson(change, body.ownerId)
    await requireControl(change, body.controlId)
    if (source !== null && fingerprint !== null) await change.tx.query(shareSource, { source })
    const days = await dueDaysOf(change)
    const due = dueAt === undefined ? {} : { dueAt: dueAt === null ? null : storedTimestamp('dueAt', dueAt) }
    const reported = { ...given, ...due, sourceModuleKey: source, sourceFingerprint: fingerprint }
    const [record] = await recordFindings(change, [reported], days)
    if (record !== undefined) return new Rendered(answered.render(record))
    if (source === null || fingerprint === null) throw new Error('a finding without a source was recorded before')
    const found = findingRecords.read(oneOr404(await change.tx.query(lockBySource, { source, fingerprint }), 'finding'))
    const seen = seeAgain(change, found, body.severity, days)
    if (seen.record === found.record) change.audit(found.id, { detail: 'a repeat of its source' })
    return new Rendered(answered.render(seen.record), 200)
  },
})
