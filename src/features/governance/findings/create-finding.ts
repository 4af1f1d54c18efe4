import { Type } from 'typebox'
import { recordResponse } from '#family/family.ts'
import { requirePerson } from '#family/reference.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { Rendered } from '#http/rendered.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { sentence } from '#lib/sentence.ts'
import { dueDaysOf } from './due-days.ts'
import { Finding, findings } from './finding.ts'
import { shareSource } from './queries.ts'
import { reportAgain } from './report-again.ts'
import { requireControl } from './require-control.ts'
import { requireFittingNames } from './require-fingerprint-size.ts'
import { requireSource } from './require-source.ts'
import { recordReported } from './scan-queries.ts'
import { recordFindings } from './write-finding.ts'

const fields = Finding.properties
const findingResponse = recordResponse(findings)

/** Records one finding (interface sections 6.3 and 9.5, open points "Other governance families"). */
export const createFinding = changeEndpoint({
  name: 'createFinding',
  summary: 'Record a finding, or return the one that its source has already recorded',
  tag: 'Findings',
  method: 'POST',
  v1: { path: '/governance/findings', scope: 'governance.findings:write' },
  workspace: { path: '/findings', roles: ['admin', 'reviewer', 'contributor'] },
  status: 201,
  also: { 200: findingResponse.schema },
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
  response: findingResponse.schema,
  errors: ['not_found'],
  async run(change, { body }) {
    const { sourceModuleKey: source = null, sourceFingerprint: fingerprint = null, dueAt, ...input } = body
    if (fingerprint !== null && source === null)
      throw invalid(
        ['sourceModuleKey'],
        sentence`field.required_with_fingerprint: is required with a sourceFingerprint`,
      )
    if (source !== null && fingerprint !== null)
      requireFittingNames(source, '', [{ path: ['sourceFingerprint'], fingerprint }])
    await requireSource(change, source)
    await requirePerson(change, body.ownerId)
    await requireControl(change, body.controlId)
    if (source !== null && fingerprint !== null) change.tx.write(shareSource, { source })
    const days = await dueDaysOf(change)
    const result = { ...body, sourceFingerprint: fingerprint ?? '' }
    const applyAgain = () =>
      source === null || fingerprint === null ? undefined : reportAgain(change, { source, result }, days)
    const existing = await applyAgain()
    if (existing !== undefined) return new Rendered(findingResponse.render(existing), 200)
    const due = dueAt === undefined ? {} : { dueAt: dueAt === null ? null : storedTimestamp('dueAt', dueAt) }
    const reported = { ...input, ...due, sourceModuleKey: source, sourceFingerprint: fingerprint }
    const [newFinding] = await recordFindings(change, [reported], days)
    if (newFinding) {
      if (source !== null) change.tx.write(recordReported, { source, scanId: '', ids: [newFinding.finding.id] })
      return new Rendered(findingResponse.render(newFinding.record))
    }
    // A concurrent report of the same finding has committed.
    const concurrent = await applyAgain()
    if (concurrent === undefined) throw new Error('the finding exists, but no fingerprint matches it')
    return new Rendered(findingResponse.render(concurrent), 200)
  },
})
