import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { readRecord } from '#api/record.ts'
import { iso } from '#lib/clock.ts'
import { lockRequirement, policyOf, updateRequirement } from './queries.ts'
import {
  digested,
  PolicyInput,
  RequirementParams,
  type RequirementStatus,
  renderRequirement,
  requirementFlow,
  SubmissionRequirement,
  showRequirement,
  WorkspaceRequirement,
} from './requirement.ts'

const fields = SubmissionRequirement.properties

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
  params: RequirementParams,
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
  async run({ now, tx, audit }, { params: { requirementId }, body }) {
    const [row] = await tx.query(lockRequirement, { id: requirementId })
    if (!row) throw notFound('submission requirement')
    const { policy: given, ...changes } = body
    const present = readRecord(SubmissionRequirement, row.record)
    const status = nextStatus(row.status, body.status)
    const policy = { ...policyOf(row), ...given }
    const record = renderRequirement({ ...present, ...changes, status, updatedAt: iso(now) })
    const kind = changes.submissionKind ?? present.submissionKind
    tx.write(updateRequirement, { id: requirementId, status, submissionKind: kind, ...policy, record })
    const before = digested(row.record, policyOf(row))
    audit(requirementId, { before, after: digested(record, policy) })
    return showRequirement(record, policy)
  },
})
