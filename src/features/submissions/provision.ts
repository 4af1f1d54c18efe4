import { Type } from 'typebox'
import { type Provisioning, section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { makePackage } from './make-package.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import { defaultPolicy } from './policy.ts'
import {
  insertRequirement,
  lockPackage,
  lockPackageByKey,
  lockRequirementByKey,
  policyOf,
  policyValues,
  updatePackage,
  updateRequirement,
} from './queries.ts'
import { PolicyInput, renderRequirement, requirementFlow, SubmissionRequirement } from './requirement.ts'

const fields = SubmissionRequirement.properties
const closed = { additionalProperties: false }

const PackageEntry = Type.Object(
  {
    packageKey: SubmissionPackage.properties.packageKey,
    title: SubmissionPackage.properties.title,
    dueAt: Type.Optional(Nullable(Timestamp)),
  },
  closed,
)

interface Entry {
  readonly packageKey: string
  readonly title: string
  readonly dueAt?: string | null
}

const dueOf = (text: string | null | undefined): string | null => (text ? iso(Date.parse(text)) : null)

/** Makes a package or changes its title and due date; answers whether anything was done. */
const applyPackage = async (handed: Provisioning, requirementId: string, entry: Entry): Promise<boolean> => {
  const { tx, organizationId, now, audit } = handed
  const { packageKey, title } = entry
  const [present] = await tx.query(lockPackageByKey, [organizationId, requirementId, packageKey])
  if (!present) {
    makePackage(handed, { submissionRequirementId: requirementId, packageKey, title, dueAt: dueOf(entry.dueAt) })
    return true
  }
  const before = readRecord(SubmissionPackage, present.record)
  const dueAt = entry.dueAt === undefined ? before.dueAt : dueOf(entry.dueAt)
  if (before.title === title && before.dueAt === dueAt) return false
  const [row] = await tx.query(lockPackage, [organizationId, present.id])
  if (!row) return false
  const record = renderPackage({ ...before, title, dueAt, updatedAt: iso(now) })
  const first = row.first_submitted_at && iso(row.first_submitted_at.getTime())
  tx.write(updatePackage, [organizationId, present.id, row.status, dueAt, first, row.receipts, record])
  audit(present.id, { action: 'submission.package.update', before: present.record, after: record })
  return true
}

/** The list `submissionRequirements` of the provisioning file, with their packages; active unless it says otherwise. */
export const submissionRequirements = section({
  name: 'submissionRequirements',
  key: 'requirementKey',
  entry: Type.Object(
    {
      requirementKey: fields.requirementKey,
      title: fields.title,
      submissionKind: fields.submissionKind,
      status: Type.Optional(fields.status),
      policy: Type.Optional(PolicyInput),
      packages: Type.Optional(Type.Array(PackageEntry, { maxItems: 10_000 })),
    },
    closed,
  ),
  async prepare(_services, { policy: givenPolicy, packages = [], ...given }, place) {
    return async handed => {
      const { tx, organizationId, ids, now, audit } = handed
      const [present] = await tx.query(lockRequirementByKey, [organizationId, given.requirementKey])
      const policy = { ...(present ? policyOf(present) : defaultPolicy), ...givenPolicy }
      const requirement: SubmissionRequirement = {
        id: ids.next('subreq', now),
        status: 'active',
        createdAt: iso(now),
        updatedAt: iso(now),
        ...(present && readRecord(SubmissionRequirement, present.record)),
        ...given,
      }
      const { id, requirementKey, status, submissionKind } = requirement
      const isSame =
        present?.record === renderRequirement(requirement) &&
        policyValues(policyOf(present)).join() === policyValues(policy).join()
      const record = renderRequirement({ ...requirement, updatedAt: iso(now) })
      if (!present) {
        const values = [organizationId, id, requirementKey, status, submissionKind, ...policyValues(policy), record]
        tx.write(insertRequirement, values)
        audit(id, { action: 'submission.requirement.create', after: record })
      } else if (!isSame) {
        if (status !== present.status && !requirementFlow[present.status].includes(status))
          throw place.mistake('status', `cannot become ${status}: the requirement is ${present.status}`)
        tx.write(updateRequirement, [organizationId, id, status, submissionKind, ...policyValues(policy), record])
        audit(id, { action: 'submission.requirement.update', before: present.record, after: record })
      }
      const changed: boolean[] = []
      for (const entry of packages) changed.push(await applyPackage(handed, id, entry))
      if (!present) return 'created'
      return isSame && !changed.includes(true) ? 'unchanged' : 'updated'
    }
  },
})
