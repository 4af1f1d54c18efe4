import { Type } from 'typebox'
import { requirePerson } from '#family/reference.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { dueDateFrom, dueDaysOf } from './due-days.ts'
import { Finding, FindingParams, findingRecords } from './finding.ts'
import { requireControl } from './require-control.ts'
import { keepWordings, wordingRow } from './wordings.ts'
import { changeFinding } from './write-finding.ts'

const { title, description, severity, controlId, ownerId, dueAt } = Finding.properties

/** Changes a finding. A new severity also sets a new due date, unless the request names one. */
export const updateFinding = changeEndpoint({
  name: 'updateFinding',
  summary: 'Change the text, severity, owner, control or due date of a finding',
  tag: 'Findings',
  method: 'PATCH',
  workspace: { path: '/findings/{findingId}', roles: ['admin', 'reviewer'] },
  status: 200,
  action: 'finding.update',
  params: FindingParams,
  body: Type.Partial(Type.Object({ title, description, severity, controlId, ownerId, dueAt })),
  response: Finding,
  errors: ['not_found'],
  async run(change, { params, body: { dueAt, title, description, severity, controlId, ownerId } }) {
    const current = await findingRecords.lock(change, params.findingId)
    await requirePerson(change, ownerId)
    await requireControl(change, controlId)
    const input = Object.fromEntries(
      Object.entries({ title, description, severity, controlId, ownerId }).filter(([, value]) => value !== undefined),
    )
    const { fields } = current
    const hasNewSeverity = severity !== undefined && severity !== fields.severity
    const severityDue = hasNewSeverity
      ? { dueAt: dueDateFrom(await dueDaysOf(change), severity, Date.parse(fields.openedAt)) }
      : {}
    const due = dueAt === undefined ? severityDue : { dueAt: dueAt === null ? null : storedTimestamp('dueAt', dueAt) }
    const changed = { ...input, ...due }
    // Keeps the source's own wording, so that later reports still match it.
    if (title !== undefined && title !== fields.title && fields.sourceFingerprint !== null)
      keepWordings(change, [wordingRow(current.id, fields)])
    if (!findingRecords.isSame(current, changed))
      return new Rendered(changeFinding(change, current, { fields: changed }))
    change.audit(current.id, { detail: 'unchanged' })
    return new Rendered(current.record)
  },
})
