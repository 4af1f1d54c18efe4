import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import type { Change } from '#api/call.ts'
import { changing, reading } from '#api/endpoint.ts'
import { invalid, Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Nullable, Reference, Timestamp } from '#api/schema.ts'
import { timeZoneOf } from '#api/settings.ts'
import { iso, parseTimestamp } from '#lib/clock.ts'
import { logDecision } from './decision.ts'
import { findPackageHands, leftTo } from './four-eyes.ts'
import { Lateness, lateness, type Today } from './lateness.ts'
import { makePackage } from './make-package.ts'
import { packageEvents, renderPackage, SubmissionPackage } from './package.ts'
import { eventKinds, isCorrectable, isReturnable, possibleKinds } from './policy.ts'
import {
  describePackage,
  findPackage,
  holdRequirement,
  lockPackage,
  nextMoment,
  type PackageRow,
  policyOf,
  stateOf,
  updatePackage,
} from './queries.ts'
import { SubmissionRequirement } from './requirement.ts'

const fields = SubmissionPackage.properties
export const PackageParams = Type.Object({ packageId: Reference('subpkg') })
const makers = ['admin', 'contributor'] as const

/** What people see of a package beyond section 2.6. */
const PackageDetail = Type.Object(
  {
    submissionPackage: SubmissionPackage,
    submissionRequirement: SubmissionRequirement,
    validEventKinds: Type.Array(Type.Enum([...eventKinds]), { description: 'What can be recorded now.' }),
    othersOnly: Type.Array(Type.Enum([...eventKinds]), {
      description: 'Of these, what is not for the reader to record, who made the package or looked at it (four eyes).',
    }),
    nobodys: Type.Array(Type.Enum([...eventKinds]), {
      description: 'Of these, what nobody of the workspace is left for.',
    }),
    selfDecision: Type.Boolean({
      description: 'Whether the workspace lets the reader record it all the same, marked.',
    }),
    returnable: Type.Boolean({ description: 'Whether it can be returned to draft.' }),
    changeable: Type.Boolean({ description: 'Whether its title and due date can be changed.' }),
    correctable: Type.Boolean({ description: 'Whether claims can be put in and taken out.' }),
    firstSubmittedAt: Nullable(Timestamp),
    ...Lateness,
  },
  { title: 'SubmissionPackageDetail' },
)

const isChangeable = ({ status }: PackageRow): boolean => status !== 'closed'

const detailOf = (row: PackageRow, today: Today) => {
  const submissionPackage = readRecord(SubmissionPackage, row.record)
  return {
    submissionPackage,
    submissionRequirement: readRecord(SubmissionRequirement, row.requirement),
    validEventKinds: possibleKinds(policyOf(row), stateOf(row)),
    returnable: isReturnable(policyOf(row), row.status),
    changeable: isChangeable(row),
    correctable: isCorrectable(policyOf(row), row.status),
    firstSubmittedAt: row.first_submitted_at && iso(row.first_submitted_at.getTime()),
    ...lateness(submissionPackage, row.first_submitted_at, today),
  }
}

export const getPackage = reading({
  name: 'getWorkspaceSubmissionPackage',
  summary: 'Get one submission package with what can be done now',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}', roles: [...roles] },
  params: PackageParams,
  response: PackageDetail,
  errors: ['not_found'],
  async run(call, { params }) {
    const key = [call.organizationId, params.packageId]
    const [[row], [hands], zone] = await Promise.all([
      call.read(findPackage, key),
      call.read(findPackageHands, key),
      timeZoneOf(call),
    ])
    if (!row || !hands) throw notFound('submission package')
    const detail = detailOf(row, { now: call.now, zone })
    const left = await leftTo(call, policyOf(row), detail.validEventKinds, hands)
    return { ...detail, ...left, selfDecision: hands.self_decision }
  },
})

const dueOf = (text: string): string => {
  const at = parseTimestamp(text)
  if (at === undefined) throw invalid(['dueAt'], 'is no timestamp')
  return iso(at)
}

export const createPackage = changing({
  name: 'createSubmissionPackage',
  summary: 'Create a submission package of an active requirement',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages', roles: [...makers] },
  status: 201,
  action: 'submission.package.create',
  body: Type.Object({
    submissionRequirementId: Reference('subreq'),
    packageKey: fields.packageKey,
    title: fields.title,
    dueAt: fields.dueAt,
  }),
  response: SubmissionPackage,
  errors: ['not_found', 'conflict', 'unprocessable'],
  conflicts: { submission_package_key: 'The requirement has a package with this packageKey.' },
  async run(change, { body }) {
    const [requirement] = await change.tx.query(holdRequirement, [change.organizationId, body.submissionRequirementId])
    if (!requirement) throw notFound('submission requirement')
    if (requirement.status !== 'active')
      throw new Refusal(
        'unprocessable',
        `The submission requirement is ${requirement.status}; packages need an active one.`,
      )
    return new Rendered(makePackage(change, { ...body, dueAt: dueOf(body.dueAt) }))
  },
})

const locked = async ({ tx, organizationId }: Change, id: string): Promise<PackageRow> => {
  const [row] = await tx.query(lockPackage, [organizationId, id])
  if (!row) throw notFound('submission package')
  return row
}

export const updateSubmissionPackage = changing({
  name: 'updateSubmissionPackage',
  summary: 'Change the title or the due date of a submission package',
  tag: 'Submissions',
  method: 'PATCH',
  workspace: { path: '/packages/{packageId}', roles: [...makers] },
  status: 200,
  action: 'submission.package.update',
  params: PackageParams,
  body: Type.Object({ title: Type.Optional(fields.title), dueAt: Type.Optional(fields.dueAt) }),
  response: SubmissionPackage,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params, body }) {
    const row = await locked(change, params.packageId)
    if (!isChangeable(row)) throw new Refusal('unprocessable', 'The package is closed; it cannot be changed.')
    const present = readRecord(SubmissionPackage, row.record)
    const after = {
      ...present,
      title: body.title ?? present.title,
      dueAt: body.dueAt === undefined ? present.dueAt : dueOf(body.dueAt),
      updatedAt: iso(change.now),
    }
    const record = renderPackage(after)
    change.tx.write(describePackage, [change.organizationId, row.id, after.dueAt, record])
    change.audit(row.id, { before: row.record, after: record })
    return new Rendered(record)
  },
})

/** A decision of people (open points "Submissions"): audited and in the timeline, but no event of the interface. */
export const returnPackage = changing({
  name: 'returnSubmissionPackage',
  summary: 'Return a reviewed or approved package to draft',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages/{packageId}/return', roles: ['admin', 'reviewer'] },
  status: 200,
  action: 'submission.package.return',
  params: PackageParams,
  response: SubmissionPackage,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params }) {
    const row = await locked(change, params.packageId)
    if (!isReturnable(policyOf(row), row.status))
      throw new Refusal(
        'unprocessable',
        `The package is ${row.status}; only a reviewed or approved one can be returned.`,
      )
    const loggedAt = nextMoment(row, change.now)
    const present = readRecord(SubmissionPackage, row.record)
    const record = renderPackage({ ...present, status: 'draft', updatedAt: iso(loggedAt) })
    const first = row.first_submitted_at && iso(row.first_submitted_at.getTime())
    const values = ['draft', present.dueAt, first, row.receipts, iso(loggedAt), [], [], record]
    change.tx.write(updatePackage, [change.organizationId, row.id, ...values])
    const emitted = change.emit(packageEvents.statusChanged, { submissionPackage: record })
    const decided = { decision: 'returned_to_draft', statusBefore: row.status, statusAfter: 'draft' } as const
    logDecision(change, row.id, decided, { loggedAt, emitted: [emitted] })
    change.audit(row.id, { before: row.record, after: record })
    return new Rendered(record)
  },
})
