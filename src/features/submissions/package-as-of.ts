import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { changesOf, latestOf, proofBy, withoutProof } from '#shared/as-of.ts'
import { renderPackage, SubmissionPackage } from './package.ts'
import { eventKinds, type PackageStatus, sendsPackage } from './policy.ts'

/** The columns from which a past state of a package is rebuilt. */
export interface PackageAsOfRow {
  id: string
  record: string
  status_then: PackageStatus
  submitted_at: string | null
  requirement_title: string
  /** The record before the first change of title or due date after the given time. */
  past: string | null
  /** The number of these changes whose previous values were not stored. */
  forgotten: number
  /** The ids of the last events and decisions. */
  entries: string[]
  changes: string[]
}

const ofPackage = 'where organization_id = :organization and package_id = t.id'
const events = `from submission_event ${ofPackage} and id < 'subevt_' || :after`
const decisions = `from submission_decision ${ofPackage} and id < 'subdec_' || :after`

const step = `substr(id, 8) || ' ' || (record::json ->> 'statusAfter') as step`

/** SQL: the status at that time, in the order of the log, not of the times that sources report. */
export const statusAsOf = `(select split_part(max(e.step collate "C"), ' ', 2) from (
            (select ${step} ${events} order by id desc limit 1) union all
            (select ${step} ${decisions} order by id desc limit 1)) e)`

const sending = eventKinds.filter(sendsPackage).map(kind => `'${kind}'`)

const updated = 'submission.package.update'

/** The SQL columns of the package `t` that `rebuildPackage` needs. They expect the parameters `:at` and `:after`. */
export const packageAsOfColumns = `${statusAsOf} as status_then,
          (select record::json ->> 'occurredAt' ${events} and event_kind in (${sending.join()}) order by id desc limit 1) as submitted_at,
          (select r.record::json ->> 'title' from submission_requirement r
            where r.organization_id = :organization and r.id = t.submission_requirement_id) as requirement_title,
          (select record from submission_package_past ${ofPackage} and changed_at > :at::timestamptz order by changed_at limit 1) as past,
          (select count(*)::int from audit_event
            where organization_id = :organization and resource_id = t.id and id >= 'aud_' || :after
              and action = '${updated}' and record::json ->> 'afterDigest' is not null)
            - (select count(*)::int from submission_package_past ${ofPackage} and changed_at > :at::timestamptz) as forgotten,
          array(select id::text ${events} order by id desc limit 4) || array(select id::text ${decisions} order by id desc limit 4) as entries,
          ${changesOf(['submission.package.create', 'submission.event.record', 'submission.package.return', updated])} as changes`

/**
 * Rebuilds the rendered record of a package at the given time, with its proof. Fields whose values were not stored are
 * null.
 */
export const rebuildPackage = ({ past, ...row }: PackageAsOfRow) => {
  const last = latestOf(row.changes)
  const closestRecord = readRecord(SubmissionPackage, past ?? row.record)
  const packageAsOf = { ...closestRecord, status: row.status_then, submittedAt: row.submitted_at }
  // An audit row has the time of its change, except if the call waited for another call's lock.
  const timestamps = [...(last ? [last.createdAt] : []), ...row.entries.map(id => iso(idTime(id)))]
  const candidates = timestamps.map(updatedAt => renderPackage({ ...packageAsOf, updatedAt }))
  const requirementTitle = row.requirement_title
  const proof = last && proofBy(last, candidates)
  if (proof) return { ...proof, requirementTitle }
  const isComplete = row.forgotten <= 0
  const newestState = { ...packageAsOf, updatedAt: timestamps[0] ?? closestRecord.createdAt }
  const text = JSON.stringify({ ...newestState, ...(!isComplete && { title: null, dueAt: null }) })
  return { text, proof: withoutProof(last, isComplete), requirementTitle }
}
