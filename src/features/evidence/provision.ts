import { Type } from 'typebox'
import { section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { ValidityDays } from './create-evidence-requirement.ts'
import { insertRequirement, lockRequirementByKey, updateRequirement } from './queries.ts'
import {
  defaultValidityDays,
  Requirement,
  renderRequirement,
  requirementEvents,
  requirementFlow,
} from './requirement.ts'

const fields = Requirement.properties

/** The list `evidenceRequirements` of the provisioning file; a new one is active unless it says otherwise. */
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
      subjectModuleKey: Type.Optional(fields.subjectModuleKey),
      subjectResourceType: Type.Optional(fields.subjectResourceType),
    },
    { additionalProperties: false },
  ),
  async prepare(_services, { validityDays, ...given }, place) {
    return async ({ tx, ids, now, emit, audit }) => {
      const [present] = await tx.query(lockRequirementByKey, { requirementKey: given.requirementKey })
      const requirement: Requirement = {
        id: ids.next('ger', now),
        description: '',
        status: 'active',
        subjectModuleKey: null,
        subjectResourceType: null,
        createdAt: iso(now),
        updatedAt: iso(now),
        ...(present && readRecord(Requirement, present.record)),
        ...given,
      }
      const { id, requirementKey, status } = requirement
      const days = validityDays ?? present?.validity_days ?? defaultValidityDays
      if (!present) {
        const record = renderRequirement(requirement)
        tx.write(insertRequirement, { id, requirementKey, status, validityDays: days, ownerId: null, record })
        emit(requirementEvents.created, { evidenceRequirement: record })
        audit(id, { action: 'evidence.requirement.create', after: record })
        return 'created'
      }
      if (renderRequirement(requirement) === present.record && days === present.validity_days) return 'unchanged'
      if (status !== present.status && !requirementFlow[present.status].includes(status))
        throw place.mistake('status', `cannot become ${status}: the requirement is ${present.status}`)
      const record = renderRequirement({ ...requirement, updatedAt: iso(now) })
      tx.write(updateRequirement, { id, status, validityDays: days, ownerId: present.owner_id, record })
      emit(requirementEvents.updated, { evidenceRequirement: record })
      audit(id, { action: 'evidence.requirement.update', before: present.record, after: record })
      return 'updated'
    }
  },
})
