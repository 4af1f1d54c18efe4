import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { logDecision } from './decision.ts'
import { getLockedPackage } from './locked-package.ts'
import { isCorrectable, isReturnable } from './policy.ts'
import { nextLogTime, type PackageRow, packageContent, receiptPolicyOf, recordContentChange } from './queries.ts'

/** The parts of a package that are frozen together, as refusals name them. */
const parts = {
  contents: { change: 'its contents', frozen: 'its contents can no longer be changed' },
  description: { change: 'its title or due date', frozen: 'its title and due date cannot be changed' },
} as const

/** Locks and returns the package. Throws a 422 if this part of the package cannot be changed now. */
export const lockChangeablePackage = async (
  change: Change,
  packageId: string,
  part: keyof typeof parts,
): Promise<PackageRow> => {
  const row = await getLockedPackage(change, packageId)
  if (isCorrectable(receiptPolicyOf(row), row.status)) return row
  const { status } = row
  throw new Refusal(
    'unprocessable',
    isReturnable(receiptPolicyOf(row), status)
      ? sentence`package.return_first: The package is ${{ status }}; return it to draft to change ${{ part: parts[part].change }}, so that it is reviewed again.`
      : sentence`package.frozen: The package is ${{ status }}; ${{ part: parts[part].frozen }}.`,
  )
}

/**
 * Logs a change of contents, so that the timeline shows which evidence was sent when, even after a resubmission with
 * changes.
 */
export const logContentChange = (
  change: Change,
  row: PackageRow,
  decision: {
    readonly decision: 'content_added' | 'content_removed'
    readonly claimId: string
    readonly claimDigest: string
  },
): void => {
  const loggedAt = nextLogTime(row, change.now)
  const actorIds = principalsOf(change.actor)
  change.tx.write(recordContentChange, { id: row.id, loggedAt: iso(loggedAt), makers: actorIds })
  logDecision(change, row.id, { ...decision, statusBefore: row.status, statusAfter: row.status }, { loggedAt })
  const makers = [...new Set([...row.makers, ...actorIds])]
  const content = packageContent({ ...row, makers, reviewers: [], approvers: [], logged_at: new Date(loggedAt) })
  const auditValues = { before: row.record, after: row.record, content, at: loggedAt }
  change.audit(row.id, { ...auditValues, detail: decision.claimId })
}
