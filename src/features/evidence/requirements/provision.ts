import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { RetentionYears, ValidityDays } from './create-evidence-requirement.ts'
import {
  defaultValidityDays,
  insertEvidenceRequirement,
  Requirement,
  ReviewersRequired,
  requirementContent,
  requirementEvents,
  requirementFlow,
  requirementRecords,
  settingsChange,
} from './requirement.ts'

const fields = Requirement.properties

/** The `evidenceRequirements` list in the provisioning file. New requirements are active by default. */
export const evidenceRequirements = section({
  name: 'evidenceRequirements',
  key: 'requirementKey',
  entry: Type.Object(
    {
      requirementKey: fields.requirementKey,
      title: fields.title,
      description: Type.Optional(fields.description),
      status: Type.Optional(fields.status),
      validityDays: Type.Optional(ValidityDays),
      retentionYears: Type.Optional(RetentionYears),
      reviewersRequired: Type.Optional(ReviewersRequired),
      subjectModuleKey: Type.Optional(fields.subjectModuleKey),
      subjectResourceType: Type.Optional(fields.subjectResourceType),
    },
    { additionalProperties: false },
  ),
  async prepare(_services, { validityDays, retentionYears, reviewersRequired, ...values }, place) {
    return async change => {
      const { emit, audit } = change
      const current = await requirementRecords.lockByKey(change, values.requirementKey)
      if (!current) {
        const fields = { description: '', status: 'active', subjectModuleKey: null, subjectResourceType: null } as const
        const beside = {
          validityDays: validityDays ?? defaultValidityDays,
          retentionYears: retentionYears ?? null,
          reviewersRequired: reviewersRequired ?? 1,
          ownerId: null,
        }
        insertEvidenceRequirement(change, { ...fields, ...values }, beside)
        return 'created'
      }
      const settings = {
        ...(validityDays !== undefined && { validityDays }),
        ...(retentionYears !== undefined && { retentionYears }),
        ...(reviewersRequired !== undefined && { reviewersRequired }),
      }
      if (requirementRecords.isSame(current, values, settings)) return 'unchanged'
      const from = current.fields.status
      const { status = from } = values
      if (status !== from && !requirementFlow[from].includes(status))
        throw place.mistake('status', `cannot become ${status}: the requirement is ${from}`)
      const { id, record, beside } = requirementRecords.update(change, current, values, settings)
      emit(requirementEvents.updated, { evidenceRequirement: record })
      const detail = settingsChange(current.beside, { ...current.beside, ...settings })
      const digests = { before: current.record, after: record, content: requirementContent(beside) }
      audit(id, { action: 'evidence.requirement.update', ...digests, ...detail })
      return 'updated'
    }
  },
})
