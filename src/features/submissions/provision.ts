import { type Static, Type } from 'typebox'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { type EntryPosition, type ProvisionError, type Provisioning, section } from '#shared/provision.ts'
import { changeDescription } from './change-description.ts'
import { createPackage } from './create-package.ts'
import { SubmissionPackage } from './package.ts'
import { defaultPolicy, isCorrectable } from './policy.ts'
import { lockPackageByKey, receiptPolicyOf } from './queries.ts'
import {
  ReceiptPolicyInput,
  SubmissionRequirement,
  submissionRequirementContent,
  submissionRequirementFlow,
  submissionRequirementRecords,
} from './requirement.ts'
import { ScheduleMistake } from './schedules/check-schedule.ts'
import { NullableScheduleInput } from './schedules/schedule.ts'
import { planPackages, scheduleDetail, storedSchedule } from './schedules/set-schedule.ts'

const fields = SubmissionRequirement.properties
const noOtherFields = { additionalProperties: false }

const PackageEntry = Type.Object(
  {
    packageKey: SubmissionPackage.properties.packageKey,
    title: SubmissionPackage.properties.title,
    dueAt: SubmissionPackage.properties.dueAt,
  },
  noOtherFields,
)

type PackageInputEntry = Static<typeof PackageEntry>

const requireUniqueKeys = (packages: readonly PackageInputEntry[], place: EntryPosition): void => {
  const keys = packages.map(({ packageKey }) => packageKey)
  const repeated = keys.findIndex((key, i) => keys.indexOf(key) < i)
  if (repeated !== -1)
    throw place.mistake(
      `packages[${repeated}].packageKey`,
      `is the same as in packages[${keys.indexOf(keys[repeated] ?? '')}]`,
    )
}

/** Creates a package, or changes the title and due date of one that is not frozen. Returns whether anything changed. */
const applyPackage = async (
  ctx: Provisioning,
  requirement: SubmissionRequirement,
  { packageKey, title, dueAt: dueText }: PackageInputEntry,
  refuse: (message: string) => ProvisionError,
): Promise<boolean> => {
  const { tx } = ctx
  const dueAt = iso(Date.parse(dueText))
  const [existing] = await tx.query(lockPackageByKey, { submissionRequirementId: requirement.id, packageKey })
  if (!existing) {
    if (requirement.status !== 'active')
      throw refuse(`cannot be created: the requirement is ${requirement.status}, packages need an active one`)
    createPackage(ctx, { submissionRequirementId: requirement.id, packageKey, title, dueAt })
    return true
  }
  const before = readRecord(SubmissionPackage, existing.record)
  if (!isCorrectable(receiptPolicyOf(existing), existing.status) || (before.title === title && before.dueAt === dueAt))
    return false
  changeDescription(ctx, existing, { title, dueAt })
  return true
}

type ExistingRequirement = Awaited<ReturnType<typeof submissionRequirementRecords.lockByKey>>

/** Creates a requirement, or changes the fields that differ. Returns the result. */
const applyRequirement = async (
  ctx: Provisioning,
  existing: ExistingRequirement,
  input: Pick<SubmissionRequirement, 'requirementKey' | 'title' | 'submissionKind'> & Partial<SubmissionRequirement>,
  policy: Static<typeof ReceiptPolicyInput> | undefined,
  newSchedule: string | null | undefined,
  place: EntryPosition,
) => {
  if (!existing) {
    const inserted = submissionRequirementRecords.insert(
      ctx,
      { status: 'active', ...input },
      { ...defaultPolicy, ...policy, schedule: newSchedule ?? null },
    )
    await planPackages(
      ctx,
      { status: 'draft', schedule: null },
      { id: inserted.id, status: inserted.fields.status, schedule: inserted.beside.schedule },
    )
    ctx.audit(inserted.id, {
      action: 'submission.requirement.create',
      after: inserted.record,
      content: submissionRequirementContent(inserted.beside),
    })
    return inserted
  }
  const { schedule: before } = existing.beside
  const schedule = newSchedule === undefined ? before : newSchedule
  if (submissionRequirementRecords.isSame(existing, input, { ...policy, schedule })) return existing
  const currentStatus = existing.fields.status
  const { status = currentStatus } = input
  if (status !== currentStatus && !submissionRequirementFlow[currentStatus].includes(status))
    throw place.mistake('status', `cannot become ${status}: the requirement is ${currentStatus}`)
  const updated = submissionRequirementRecords.update(ctx, existing, input, { ...policy, schedule })
  await planPackages(ctx, { status: currentStatus, schedule: before }, { id: updated.id, status, schedule })
  const detail = scheduleDetail(before, schedule)
  const digests = {
    before: existing.record,
    after: updated.record,
    content: submissionRequirementContent(updated.beside),
  }
  ctx.audit(updated.id, {
    ...{ action: 'submission.requirement.update', ...digests },
    ...(detail !== undefined && { detail }),
  })
  return updated
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
      schedule: Type.Optional(NullableScheduleInput),
      packages: Type.Optional(Type.Array(PackageEntry, { maxItems: 10_000 })),
    },
    noOtherFields,
  ),
  async prepare(_services, { policy, schedule, packages = [], ...input }, place) {
    requireUniqueKeys(packages, place)
    return async ctx => {
      const existing = await submissionRequirementRecords.lockByKey(ctx, input.requirementKey)
      const stored =
        schedule === undefined
          ? undefined
          : await storedSchedule(ctx, schedule).catch(ScheduleMistake.locate(place, 'schedule'))
      const requirement = await applyRequirement(ctx, existing, input, policy, stored, place)
      const changes = [requirement !== existing]
      for (const [i, entry] of packages.entries()) {
        const refuse = (message: string) => place.mistake(`packages[${i}]`, message)
        changes.push(await applyPackage(ctx, requirement.fields, entry, refuse))
      }
      if (!existing) return 'created'
      return changes.includes(true) ? 'updated' : 'unchanged'
    }
  },
})
