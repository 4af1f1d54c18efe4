import { Type } from 'typebox'
import { section } from '#shared/provision.ts'
import { RetentionYears, ValidityDays } from './create-evidence-requirement.ts'
import {
  defaultValidityDays,
  Requirement,
  requirementEvents,
  requirementFlow,
  requirementRecords,
  retentionChange,
} from './requirement.ts'

const fields = Requirement.properties

/** The list `evidenceRequirements` of the provisioning file. New ones are active unless it says otherwise. */
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
      subjectModuleKey: Type.Optional(fields.subjectModuleKey),
      subjectResourceType: Type.Optional(fields.subjectResourceType),
    },
    { additionalProperties: false },
  ),
  async prepare(_services, { validityDays, retentionYears, ...given }, place) {
    return async change => {
      const { emit, audit } = change
      const present = await requirementRecords.lockByKey(change, given.requirementKey)
      if (!present) {
        const fields = { description: '', status: 'active', subjectModuleKey: null, subjectResourceType: null } as const
        const beside = {
          validityDays: validityDays ?? defaultValidityDays,
          retentionYears: retentionYears ?? null,
          ownerId: null,
        }
        const made = requirementRecords.insert(change, { ...fields, ...given }, beside)
        emit(requirementEvents.created, { evidenceRequirement: made.record })
        audit(made.id, { action: 'evidence.requirement.create', after: made.record, content: made.beside })
        return 'created'
      }
      const times = {
        ...(validityDays !== undefined && { validityDays }),
        ...(retentionYears !== undefined && { retentionYears }),
      }
      if (requirementRecords.isSame(present, given, times)) return 'unchanged'
      const from = present.fields.status
      const { status = from } = given
      if (status !== from && !requirementFlow[from].includes(status))
        throw place.mistake('status', `cannot become ${status}: the requirement is ${from}`)
      const { id, record, beside } = requirementRecords.update(change, present, given, times)
      emit(requirementEvents.updated, { evidenceRequirement: record })
      const detail = retentionChange(present.beside, { ...present.beside, ...times })
      const digests = { before: present.record, after: record, content: beside }
      audit(id, { action: 'evidence.requirement.update', ...digests, ...detail })
      return 'updated'
    }
  },
})
