import { Type } from 'typebox'
import { Rendered } from '#api/answer.ts'
import { changing } from '#api/endpoint.ts'
import { invalid } from '#api/errors.ts'
import { storedTimestamp } from '#api/timestamp.ts'
import { requirePerson } from '#src/features/governance/require-person.ts'
import { dueDaysOf } from './due-days.ts'
import { Finding } from './finding.ts'
import { shareSource } from './queries.ts'
import { reportAgain } from './report-again.ts'
import { requireControl } from './require-control.ts'
import { requireSource } from './require-source.ts'
import { noteSeen } from './scan-queries.ts'
import { recordFindings } from './write-finding.ts'

const fields = Finding.properties

/** Interface sections 6.3 and 9.5, open points "Other governance families". */
export const createFinding = changing({
  name: 'createFinding',
  summary: 'Record a finding; one that its source has recorded already is answered as it is',
  tag: 'Findings',
  method: 'POST',
  v1: { path: '/governance/findings', scope: 'governance.findings:write' },
  workspace: { path: '/findings', roles: ['admin', 'reviewer', 'contributor'] },
  status: 201,
  also: { 200: Finding },
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
  response: Finding,
  errors: ['not_found'],
  async run(change, { body }) {
    const { sourceModuleKey: source = null, sourceFingerprint: fingerprint = null, dueAt, ...given } = body
    if (fingerprint !== null && source === null)
      throw invalid(['sourceModuleKey'], 'is required with a sourceFingerprint')
    await requireSource(change, source)
    await requirePerson(change, body.ownerId)
    await requireControl(change, body.controlId)
    if (source !== null && fingerprint !== null) change.tx.write(shareSource, { source })
    const days = await dueDaysOf(change)
    const result = { ...body, sourceFingerprint: fingerprint ?? '' }
    const again = () =>
      source === null || fingerprint === null ? undefined : reportAgain(change, { source, result }, days)
    const known = await again()
    if (known) return known
    const due = dueAt === undefined ? {} : { dueAt: dueAt === null ? null : storedTimestamp('dueAt', dueAt) }
    const reported = { ...given, ...due, sourceModuleKey: source, sourceFingerprint: fingerprint }
    const [made] = await recordFindings(change, [reported], days)
    if (made) {
      if (source !== null) change.tx.write(noteSeen, { source, scanId: '', ids: [made.finding.id] })
      return new Rendered(made.record)
    }
    // Another report of it has committed meanwhile.
    const raced = await again()
    if (!raced) throw new Error('a finding is known and has no fingerprint')
    return raced
  },
})
