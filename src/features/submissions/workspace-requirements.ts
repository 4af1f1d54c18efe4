import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { changing, reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { answerPage, notFound, pageQuery } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { Pagination, Reference } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { defaultPolicy, eventKinds, type Policy, packageStatuses, transitionsOf } from './policy.ts'
import {
  findRequirement,
  insertRequirement,
  listWorkspaceRequirements,
  listWorkspaceRequirementsOfKey,
  lockRequirement,
  policyOf,
  policyValues,
  type RequirementRow,
  updateRequirement,
} from './queries.ts'
import {
  digested,
  PolicyInput,
  type RequirementStatus,
  renderRequirement,
  requirementFlow,
  SubmissionRequirement,
} from './requirement.ts'

const fields = SubmissionRequirement.properties

/** The requirement with its event policy: what people see beyond section 2.5. */
const WorkspaceRequirement = Type.Object(
  {
    ...fields,
    policy: Type.Required(PolicyInput),
    nextStatuses: Type.Array(fields.status, { description: 'What it can become now.' }),
  },
  { title: 'WorkspaceSubmissionRequirement' },
)

/** The same with what its packages can go through. */
const RequirementDetail = Type.Object(
  {
    ...WorkspaceRequirement.properties,
    transitions: Type.Array(
      Type.Object({
        status: Type.Enum([...packageStatuses]),
        eventKind: Type.Enum([...eventKinds]),
        becomes: Type.Array(Type.Enum([...packageStatuses]), {
          description: 'More than one where it depends on the receipts so far.',
        }),
        idle: Type.Boolean({ description: 'Whether it is kept for the record and changes nothing.' }),
      }),
      { description: 'What each event does in each status under the policy; what is not named is refused.' },
    ),
  },
  { title: 'SubmissionRequirementDetail' },
)

const show = (record: string, policy: Policy): Static<typeof WorkspaceRequirement> => {
  const requirement = readRecord(SubmissionRequirement, record)
  return { ...requirement, policy, nextStatuses: [...requirementFlow[requirement.status]] }
}

const renderRow = (row: RequirementRow): string => JSON.stringify(show(row.record, policyOf(row)))

const statements = { all: listWorkspaceRequirements(false), byStatus: listWorkspaceRequirements(true) }
const listName = 'listWorkspaceSubmissionRequirements'

export const listRequirements = reading({
  name: listName,
  summary: 'List submission requirements with their event policy, newest first',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements', roles: [...roles] },
  query: Type.Object({
    status: Type.Optional(fields.status),
    requirementKey: Type.Optional(fields.requirementKey),
    ...pageQuery,
  }),
  response: Type.Object({ submissionRequirements: Type.Array(WorkspaceRequirement), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query: { status, requirementKey, ...query } }) {
    const byStatus = status ? { status } : {}
    const walk = { endpoint: listName, plural: 'submissionRequirements', query, render: renderRow }
    if (requirementKey === undefined)
      return answerPage(call, { ...walk, statement: status ? statements.byStatus : statements.all, filters: byStatus })
    return answerPage(call, {
      ...walk,
      statement: listWorkspaceRequirementsOfKey,
      values: [requirementKey, status ?? null],
      filters: { ...byStatus, requirementKey },
    })
  },
})

const params = Type.Object({ requirementId: Reference('subreq') })

export const getRequirement = reading({
  name: 'getWorkspaceSubmissionRequirement',
  summary: 'Get one submission requirement with its event policy and what follows from it',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements/{requirementId}', roles: [...roles] },
  params,
  response: RequirementDetail,
  errors: ['not_found'],
  async run(call, { params }) {
    const [row] = await call.read(findRequirement, [call.organizationId, params.requirementId])
    if (!row) throw notFound('submission requirement')
    const policy = policyOf(row)
    return { ...show(row.record, policy), transitions: transitionsOf(policy) }
  },
})

export const createRequirement = changing({
  name: 'createSubmissionRequirement',
  summary: 'Create a submission requirement, as a draft or active at once',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/submission-requirements', roles: ['admin'] },
  status: 201,
  action: 'submission.requirement.create',
  body: Type.Object({
    requirementKey: fields.requirementKey,
    title: fields.title,
    submissionKind: fields.submissionKind,
    status: Type.Optional(Type.Enum(['draft', 'active'])),
    policy: Type.Optional(PolicyInput),
  }),
  response: WorkspaceRequirement,
  errors: ['conflict'],
  conflicts: { submission_requirement_key: 'A requirement with this requirementKey exists in the workspace.' },
  async run({ organizationId, ids, now, tx, audit }, { body }) {
    const { policy: given, status = 'draft', ...named } = body
    const policy = { ...defaultPolicy, ...given }
    const requirement = {
      ...named,
      id: ids.next('subreq', now),
      status,
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    const record = renderRequirement(requirement)
    const { id, requirementKey, submissionKind } = requirement
    const values = [organizationId, id, requirementKey, status, submissionKind, ...policyValues(policy), record]
    tx.write(insertRequirement, values)
    audit(id, { after: digested(record, policy) })
    return show(record, policy)
  },
})

const nextStatus = (from: RequirementStatus, to: RequirementStatus | undefined): RequirementStatus => {
  if (to === undefined || to === from || requirementFlow[from].includes(to)) return to ?? from
  const possible = requirementFlow[from].join(' or ') || 'nothing else'
  throw new Refusal('unprocessable', `A requirement that is ${from} can become ${possible}, not ${to}.`)
}

/** A changed policy holds for the events that follow. */
export const updateSubmissionRequirement = changing({
  name: 'updateSubmissionRequirement',
  summary: 'Change a submission requirement, its status or its event policy',
  tag: 'Submissions',
  method: 'PATCH',
  workspace: { path: '/submission-requirements/{requirementId}', roles: ['admin'] },
  status: 200,
  action: 'submission.requirement.update',
  params,
  body: Type.Partial(
    Type.Object({
      title: fields.title,
      submissionKind: fields.submissionKind,
      status: fields.status,
      policy: PolicyInput,
    }),
  ),
  response: WorkspaceRequirement,
  errors: ['not_found', 'unprocessable'],
  async run({ organizationId, now, tx, audit }, { params: { requirementId }, body }) {
    const [row] = await tx.query(lockRequirement, [organizationId, requirementId])
    if (!row) throw notFound('submission requirement')
    const { policy: given, ...changes } = body
    const present = readRecord(SubmissionRequirement, row.record)
    const status = nextStatus(row.status, body.status)
    const policy = { ...policyOf(row), ...given }
    const record = renderRequirement({ ...present, ...changes, status, updatedAt: iso(now) })
    const kind = changes.submissionKind ?? present.submissionKind
    tx.write(updateRequirement, [organizationId, requirementId, status, kind, ...policyValues(policy), record])
    const before = digested(row.record, policyOf(row))
    audit(requirementId, { before, after: digested(record, policy) })
    return show(record, policy)
  },
})
