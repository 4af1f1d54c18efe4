import { Type } from 'typebox'
import { nextStatus } from '#family/next-status.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { Nullable, Reference } from '#http/schema.ts'
import { requireReviewer } from '#src/features/evidence/claims/require-reviewer.ts'
import { RetentionYears, ValidityDays } from './create-evidence-requirement.ts'
import {
  Requirement,
  ReviewersRequired,
  requirementContent,
  requirementEvents,
  requirementFlow,
  requirementRecords,
  requirementView,
  settingsChange,
} from './requirement.ts'

const fields = Requirement.properties

/**
 * Changes fields or the status. The allowed transitions follow open points "Evidence". A job applies a longer retention
 * to existing files; a shorter one applies only to new files.
 */
export const updateEvidenceRequirement = changeEndpoint({
  name: 'updateEvidenceRequirement',
  summary: 'Change an evidence requirement or its status',
  tag: 'Evidence',
  method: 'PATCH',
  workspace: { path: '/evidence-requirements/{requirementId}', roles: ['admin'] },
  status: 200,
  action: 'evidence.requirement.update',
  params: Type.Object({ requirementId: Reference('ger') }),
  body: Type.Partial(
    Type.Object({
      title: fields.title,
      description: fields.description,
      status: fields.status,
      subjectModuleKey: fields.subjectModuleKey,
      subjectResourceType: fields.subjectResourceType,
      validityDays: ValidityDays,
      retentionYears: RetentionYears,
      reviewersRequired: ReviewersRequired,
      ownerId: Nullable(Reference('prs')),
    }),
  ),
  response: requirementView.schema,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const current = await requirementRecords.lock(change, params.requirementId)
    const { ownerId, validityDays, retentionYears, reviewersRequired, ...values } = { ...current.beside, ...body }
    const status = nextStatus('requirement', requirementFlow, current.fields.status, values.status)
    const isNewOwner = ownerId !== null && ownerId !== current.beside.ownerId
    const owner = isNewOwner ? (await requireReviewer(change, ownerId)).name : current.names.ownerId
    const settings = { validityDays, retentionYears, reviewersRequired, ownerId }
    const changed = requirementRecords.update(change, current, { ...values, status }, settings)
    change.emit(requirementEvents.updated, { evidenceRequirement: changed.record })
    change.audit(changed.id, {
      before: current.record,
      after: changed.record,
      content: requirementContent(changed.beside),
      ...settingsChange(current.beside, settings),
    })
    return new Rendered(requirementView.render({ ...changed, names: { ownerId: owner } }))
  },
})
