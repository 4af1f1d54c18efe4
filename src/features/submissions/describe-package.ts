import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import {
  describePackage,
  keepPackage,
  type LockedPackage,
  nextMoment,
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
  const loggedAt = nextMoment(row, change.now)
  const changedAt = iso(loggedAt)
  const present = readRecord(SubmissionPackage, row.record)
  const record = renderPackage({ ...present, title, dueAt, updatedAt: changedAt })
  change.tx.write(keepPackage, { packageId: row.id, changedAt, record: row.record })
  const added = principalsOf(change.actor)
  change.tx.write(describePackage, { id: row.id, dueAt, loggedAt: changedAt, makers: added, record })
  const makers = [...new Set([...row.makers, ...added])]
  const content = packageContent({ ...row, makers, reviewers: [], approvers: [], logged_at: new Date(loggedAt) })
  const bound = { before: row.record, after: record, content, at: loggedAt }
  change.audit(row.id, { action: 'submission.package.update', ...bound })
  return record
}
