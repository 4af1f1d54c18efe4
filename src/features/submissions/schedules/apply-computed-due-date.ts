import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Timestamp } from '#http/schema.ts'
import { storedTimestamp } from '#http/timestamp.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { lockChangeablePackage } from '#src/features/submissions/change-contents.ts'
import { changeDescription } from '#src/features/submissions/change-description.ts'
import { PackageParams, SubmissionPackage } from '#src/features/submissions/package.ts'
import { renderDeadline, SubmissionDeadline } from './deadline.ts'
import { findDeadline, updateDeadline } from './queries.ts'
import { recompute } from './recompute.ts'
import { readSchedule } from './schedule.ts'

export const applyComputedDueDate = changeEndpoint({
  name: 'applyComputedDueDate',
  summary: 'Give a package the due date that its schedule computes now. Earlier reviews no longer count',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/packages/{packageId}/apply-due-date', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'submission.package.update',
  params: PackageParams,
  body: Type.Object({ dueAt: { ...Timestamp, description: 'The computed due date that the caller saw.' } }),
  response: SubmissionPackage,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { packageId }, body }) {
    const { tx, now } = change
    const row = await lockChangeablePackage(change, packageId, 'description')
    const stored = firstOrNotFound(await tx.query(findDeadline, { packageId }), 'computed due date')
    const deadline = readRecord(SubmissionDeadline, stored.record)
    const due = await recompute(
      { read: (statement, values) => tx.query(statement, values), now },
      deadline,
      readSchedule(stored.schedule),
    )
    if (!due)
      throw new Refusal(
        'unprocessable',
        sentence`deadline.not_computable: The current schedule computes no due date for this package.`,
      )
    if (due.dueAt !== storedTimestamp('dueAt', body.dueAt))
      throw new Refusal(
        'unprocessable',
        sentence`deadline.changed_meanwhile: The schedule now computes ${{ dueAt: due.dueAt }}; load the package again.`,
      )
    const current = readRecord(SubmissionPackage, row.record)
    const record = renderDeadline({ ...deadline, ...due, steps: [...due.steps], computedAt: iso(now), adopted: false })
    tx.write(updateDeadline, { packageId, record })
    return new Rendered(changeDescription(change, row, { title: current.title, dueAt: due.dueAt }))
  },
})
