import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { logDecision } from './decision.ts'
import { getLockedPackage } from './locked-package.ts'
import { PackageParams, packageEvents, renderPackage, SubmissionPackage } from './package.ts'
import { isReturnable } from './policy.ts'
import { nextLogTime, packageContent, receiptPolicyOf, updatePackage } from './queries.ts'

/**
 * Records a decision by a person (open points "Submissions"). It is audited and shown in the timeline, but it is not an
 * event of the interface.
 */
export const returnSubmissionPackage = changeEndpoint({
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
    const row = await getLockedPackage(change, params.packageId)
    if (!isReturnable(receiptPolicyOf(row), row.status))
      throw new Refusal(
        'unprocessable',
        sentence`package.not_returnable: The package is ${{ status: row.status }}; only a reviewed or approved one can be returned.`,
      )
    const loggedAt = nextLogTime(row, change.now)
    const current = readRecord(SubmissionPackage, row.record)
    const record = renderPackage({ ...current, status: 'draft', updatedAt: iso(loggedAt) })
    const first = row.first_submitted_at && iso(row.first_submitted_at.getTime())
    change.tx.write(updatePackage, {
      id: row.id,
      status: 'draft',
      dueAt: current.dueAt,
      firstSubmittedAt: first,
      receipts: row.receipts,
      loggedAt: iso(loggedAt),
      reviewers: [],
      approvers: [],
      record,
    })
    const emitted = change.emit(packageEvents.statusChanged, { submissionPackage: record })
    const decision = { decision: 'returned_to_draft', statusBefore: row.status, statusAfter: 'draft' } as const
    logDecision(change, row.id, decision, { loggedAt, emitted: [emitted] })
    const content = packageContent({ ...row, reviewers: [], approvers: [], logged_at: new Date(loggedAt) })
    change.audit(row.id, { before: row.record, after: record, content, at: loggedAt })
    return new Rendered(record)
  },
})
