import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { type EntryPosition, type ProvisionError, type Provisioning, section } from '#shared/provision.ts'
import { changeDescription } from './describe-package.ts'
import { makePackage } from './make-package.ts'
import { SubmissionPackage } from './package.ts'
import { defaultPolicy, isCorrectable } from './policy.ts'
import { lockPackageByKey, receiptPolicyOf } from './queries.ts'
import {
  ReceiptPolicyInput,
  SubmissionRequirement,
  submissionRequirementFlow,
  submissionRequirementRecords,
} from './requirement.ts'

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

const refuseRepeats = (packages: readonly Entry[], place: EntryPosition): void => {
  const keys = packages.map(({ packageKey }) => packageKey)
  const again = keys.findIndex((key, i) => keys.indexOf(key) < i)
  if (again !== -1)
    throw place.mistake(
      `packages[${again}].packageKey`,
      `is the same as in packages[${keys.indexOf(keys[again] ?? '')}]`,
    )
}

/** Creates a package, or changes the title and due date of one that is not frozen. Returns whether anything changed. */
const applyPackage = async (
  ctx: Provisioning,
  requirement: SubmissionRequirement,
  { packageKey, title, dueAt: due }: Entry,
  refuse: (message: string) => ProvisionError,
): Promise<boolean> => {
  const { tx } = ctx
  const dueAt = iso(Date.parse(due))
  const [present] = await tx.query(lockPackageByKey, { submissionRequirementId: requirement.id, packageKey })
  if (!present) {
    if (requirement.status !== 'active')
      throw refuse(`cannot be created: the requirement is ${requirement.status}, packages need an active one`)
    makePackage(ctx, { submissionRequirementId: requirement.id, packageKey, title, dueAt })
    return true
  }
  const before = readRecord(SubmissionPackage, present.record)
  if (!isCorrectable(receiptPolicyOf(present), present.status) || (before.title === title && before.dueAt === dueAt))
    return false
  changeDescription(ctx, present, { title, dueAt })
  return true
}

type Present = Awaited<ReturnType<typeof submissionRequirementRecords.lockByKey>>

/** Creates a requirement, or changes the fields that differ. Returns the result. */
const applyRequirement = (
  ctx: Provisioning,
  present: Present,
  given: Pick<SubmissionRequirement, 'requirementKey' | 'title' | 'submissionKind'> & Partial<SubmissionRequirement>,
  policy: Static<typeof ReceiptPolicyInput> | undefined,
  place: EntryPosition,
) => {
  if (!present) {
    const made = submissionRequirementRecords.insert(
      ctx,
      { status: 'active', ...given },
      { ...defaultPolicy, ...policy },
    )
    ctx.audit(made.id, { action: 'submission.requirement.create', after: made.record, content: made.beside })
    return made
  }
  if (submissionRequirementRecords.isSame(present, given, policy)) return present
  const from = present.fields.status
  const { status = from } = given
  if (status !== from && !submissionRequirementFlow[from].includes(status))
    throw place.mistake('status', `cannot become ${status}: the requirement is ${from}`)
  const changed = submissionRequirementRecords.update(ctx, present, given, policy)
  const digests = { before: present.record, after: changed.record, content: changed.beside }
  ctx.audit(changed.id, { action: 'submission.requirement.update', ...digests })
  return changed
}

/**
 * The section `submissionRequirements` of the provisioning file, with their packages. New requirements are active by
 * default.
 */
export const submissionRequirements = section({
  name: 'submissionRequirements',
  key: 'requirementKey',
  entry: Type.Object(
    {
      requirementKey: fields.requirementKey,
      title: fields.title,
      submissionKind: fields.submissionKind,
      status: Type.Optional(fields.status),
      policy: Type.Optional(ReceiptPolicyInput),
      packages: Type.Optional(Type.Array(PackageEntry, { maxItems: 10_000 })),
    },
    closed,
  ),
  async prepare(_services, { policy, packages = [], ...given }, place) {
    refuseRepeats(packages, place)
    return async ctx => {
      const present = await submissionRequirementRecords.lockByKey(ctx, given.requirementKey)
      const requirement = applyRequirement(ctx, present, given, policy, place)
      const changed = [requirement !== present]
      for (const [i, entry] of packages.entries()) {
        const refuse = (message: string) => place.mistake(`packages[${i}]`, message)
        changed.push(await applyPackage(ctx, requirement.fields, entry, refuse))
      }
      if (!present) return 'created'
      return changed.includes(true) ? 'updated' : 'unchanged'
    }
  },
})
