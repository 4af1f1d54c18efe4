import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import {
  describePackage,
  insertPastPackage,
  type LockedPackage,
  nextLogTime,
  type PackageRow,
  packageContent,
} from './queries.ts'

/**
 * Changes the title and due date of a locked package, and returns its record. The caller becomes a contributor to the
 * package. Earlier reviews no longer count, because the reviewers saw a different version (decision 033). The previous
 * values are stored, because the event log does not have them.
 */
export const changeDescription = (
  change: Change,
  row: LockedPackage & Pick<PackageRow, 'id' | 'record'>,
  { title, dueAt }: Pick<SubmissionPackage, 'title' | 'dueAt'>,
): string => {
  const loggedAt = nextLogTime(row, change.now)
  const changedAt = iso(loggedAt)
  const current = readRecord(SubmissionPackage, row.record)
  const record = renderPackage({ ...current, title, dueAt, updatedAt: changedAt })
  change.tx.write(insertPastPackage, { packageId: row.id, changedAt, record: row.record })
  const actorIds = principalsOf(change.actor)
  change.tx.write(describePackage, { id: row.id, dueAt, loggedAt: changedAt, makers: actorIds, record })
  const makers = [...new Set([...row.makers, ...actorIds])]
  const content = packageContent({ ...row, makers, reviewers: [], approvers: [], logged_at: new Date(loggedAt) })
  const auditValues = { before: row.record, after: record, content, at: loggedAt }
  change.audit(row.id, { action: 'submission.package.update', ...auditValues })
  return record
}
