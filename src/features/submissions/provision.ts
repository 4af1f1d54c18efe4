import { type Static, Type } from 'typebox'
import { type Place, type ProvisionError, type Provisioning, section } from '#api/provision.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { makePackage } from './make-package.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import { defaultPolicy } from './policy.ts'
import {
  describePackage,
  insertRequirement,
  lockPackageByKey,
  lockRequirementByKey,
  policyOf,
  updateRequirement,
} from './queries.ts'
import { digested, PolicyInput, renderRequirement, requirementFlow, SubmissionRequirement } from './requirement.ts'

const fields = SubmissionRequirement.properties
const closed = { additionalProperties: false }

const PackageEntry = Type.Object(
  {
    packageKey: SubmissionPackage.properties.packageKey,
    title: SubmissionPackage.properties.title,
    dueAt: SubmissionPackage.properties.dueAt,
  },
  closed,
)

type Entry = Static<typeof PackageEntry>

const refuseRepeats = (packages: readonly Entry[], place: Place): void => {
  const keys = packages.map(({ packageKey }) => packageKey)
  const again = keys.findIndex((key, i) => keys.indexOf(key) < i)
  if (again !== -1)
    throw place.mistake(
      `packages[${again}].packageKey`,
      `is the same as in packages[${keys.indexOf(keys[again] ?? '')}]`,
    )
}

/** Makes a package, or changes title and due date of one that is not closed; answers whether anything was done. */
const applyPackage = async (
  handed: Provisioning,
  requirement: SubmissionRequirement,
  { packageKey, title, dueAt: due }: Entry,
  refuse: (message: string) => ProvisionError,
): Promise<boolean> => {
  const { tx, now, audit } = handed
  const dueAt = iso(Date.parse(due))
  const [present] = await tx.query(lockPackageByKey, { submissionRequirementId: requirement.id, packageKey })
  if (!present) {
    if (requirement.status !== 'active')
      throw refuse(`cannot be created: the requirement is ${requirement.status}, packages need an active one`)
    makePackage(handed, { submissionRequirementId: requirement.id, packageKey, title, dueAt })
    return true
  }
  const before = readRecord(SubmissionPackage, present.record)
  if (present.status === 'closed' || (before.title === title && before.dueAt === dueAt)) return false
  const record = renderPackage({ ...before, title, dueAt, updatedAt: iso(now) })
  tx.write(describePackage, { id: present.id, dueAt, record })
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
    refuseRepeats(packages, place)
    return async handed => {
      const { tx, ids, now, audit } = handed
      const [present] = await tx.query(lockRequirementByKey, { requirementKey: given.requirementKey })
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
        present && digested(present.record, policyOf(present)) === digested(renderRequirement(requirement), policy)
      const record = renderRequirement({ ...requirement, updatedAt: iso(now) })
      if (!present) {
        tx.write(insertRequirement, { id, requirementKey, status, submissionKind, ...policy, record })
        audit(id, { action: 'submission.requirement.create', after: digested(record, policy) })
      } else if (!isSame) {
        if (status !== present.status && !requirementFlow[present.status].includes(status))
          throw place.mistake('status', `cannot become ${status}: the requirement is ${present.status}`)
        tx.write(updateRequirement, { id, status, submissionKind, ...policy, record })
        const before = digested(present.record, policyOf(present))
        audit(id, { action: 'submission.requirement.update', before, after: digested(record, policy) })
      }
      const changed: boolean[] = []
      for (const [i, entry] of packages.entries())
        changed.push(await applyPackage(handed, requirement, entry, what => place.mistake(`packages[${i}]`, what)))
      if (!present) return 'created'
      return isSame && !changed.includes(true) ? 'unchanged' : 'updated'
    }
  },
})
