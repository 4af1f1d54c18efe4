import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { notFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { timeZoneOf } from '#shared/settings.ts'
import { findEventRestrictions, findPackageInvolved } from './four-eyes.ts'
import { computeLateness, Lateness, type Today } from './lateness.ts'
import { PackageParams, SubmissionPackage } from './package.ts'
import { eventKinds, isCorrectable, isReturnable, possibleKinds } from './policy.ts'
import { findPackage, lockPackage, type PackageRow, packageEtag, receiptPolicyOf, toPackageState } from './queries.ts'
import { SubmissionRequirement } from './requirement.ts'
import { SubmissionDeadline } from './schedules/deadline.ts'
import { findDeadline } from './schedules/queries.ts'
import { DueDifference, findDifference } from './schedules/recompute.ts'

/** The package with the fields that the workspace surface adds to interface section 2.6. */
const PackageDetail = Type.Object(
  {
    submissionPackage: SubmissionPackage,
    submissionRequirement: SubmissionRequirement,
    validEventKinds: Type.Array(Type.Enum([...eventKinds]), { description: 'The kinds that can be recorded now.' }),
    othersOnly: Type.Array(Type.Enum([...eventKinds]), {
      description:
        'Of these kinds, those that the caller may not record because they created, changed or reviewed the package (four eyes).',
    }),
    nobodys: Type.Array(Type.Enum([...eventKinds]), {
      description: 'Of these kinds, those that no one in the workspace may record.',
    }),
    selfDecision: Type.Boolean({
      description: 'Whether the workspace lets the caller record these kinds anyway, marked as self-decided.',
    }),
    returnable: Type.Boolean({ description: 'Whether the package can be returned to draft.' }),
    changeable: Type.Boolean({ description: 'Whether the title and due date can be changed.' }),
    correctable: Type.Boolean({ description: 'Whether claims can be added and removed.' }),
    firstSubmittedAt: Nullable(Timestamp),
    deadline: Nullable({
      ...SubmissionDeadline,
      description: 'How the schedule of the requirement computed the due date.',
    }),
    difference: Nullable({
      ...DueDifference,
      description: 'Another due date that the current schedule, place and holidays give; a person may apply it.',
    }),
    ...Lateness,
    ...versionField,
  },
  { title: 'SubmissionPackageDetail' },
)

const toDetail = (row: PackageRow, today: Today) => {
  const submissionPackage = readRecord(SubmissionPackage, row.record)
  return {
    submissionPackage,
    submissionRequirement: readRecord(SubmissionRequirement, row.requirement),
    validEventKinds: possibleKinds(receiptPolicyOf(row), toPackageState(row)),
    returnable: isReturnable(receiptPolicyOf(row), row.status),
    changeable: isCorrectable(receiptPolicyOf(row), row.status),
    correctable: isCorrectable(receiptPolicyOf(row), row.status),
    firstSubmittedAt: row.first_submitted_at && iso(row.first_submitted_at.getTime()),
    ...computeLateness(submissionPackage, row.first_submitted_at, today),
    etag: packageEtag(row),
  }
}

export const getWorkspaceSubmissionPackage = readEndpoint({
  name: 'getWorkspaceSubmissionPackage',
  summary: 'Get one submission package with the actions that are possible now',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}', roles: [...roles] },
  params: PackageParams,
  response: PackageDetail,
  async version({ tx }, id) {
    const [row] = await tx.query(lockPackage, { id })
    return row && { etag: packageEtag(row), resourceId: id }
  },
  errors: ['not_found'],
  async run(call, { params }) {
    const { packageId: id } = params
    const [[row], [involvement], zone, [scheduled]] = await Promise.all([
      call.read(findPackage, { id }),
      call.read(findPackageInvolved, { id }),
      timeZoneOf(call),
      call.read(findDeadline, { packageId: id }),
    ])
    if (!row || !involvement) throw notFound('submission package')
    const detail = toDetail(row, { now: call.now, zone })
    const restrictions = await findEventRestrictions(call, receiptPolicyOf(row), detail.validEventKinds, involvement)
    return {
      ...detail,
      deadline: scheduled ? readRecord(SubmissionDeadline, scheduled.record) : null,
      difference: scheduled ? await findDifference(call, scheduled) : null,
      ...restrictions,
      selfDecision: involvement.self_decision,
    }
  },
})
