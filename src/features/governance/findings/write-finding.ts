import type { RecordWithNames } from '#family/records.ts'
import type { AuditDetail } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import { notify } from '#http/notify.ts'
import { renderer } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { type DueDays, dueDateFrom } from './due-days.ts'
import {
  EventFinding,
  Finding,
  findingEvents,
  findingRecords,
  findingSeverities,
  type findings,
  highest,
  isClosed,
  isDecided,
} from './finding.ts'
import { insertFindings } from './queries.ts'
import { addFingerprints } from './scan-queries.ts'

type Beside = NonNullable<(typeof findings)['beside']>

export type StoredFinding = RecordWithNames<typeof Finding, Beside, never>

/** The changes to a finding, and to the data that is stored next to its record. */
export interface FindingChange {
  readonly fields: Partial<Omit<Finding, 'id' | 'createdAt' | 'updatedAt'>>
  readonly beside?: {
    readonly remediators?: readonly string[]
    readonly reportedSeverity?: string | null
    readonly hands?: readonly string[]
  }
}

type ReportedFinding = Pick<
  Finding,
  'title' | 'severity' | 'subjectModuleKey' | 'subjectResourceType' | 'subjectResourceId'
> &
  Partial<
    Pick<
      Finding,
      'description' | 'sourceModuleKey' | 'sourceFingerprint' | 'sourceCategory' | 'controlId' | 'ownerId' | 'dueAt'
    >
  >

const render = renderer(Finding)
const renderEvent = renderer(EventFinding)

const emitEvents = (change: Change, events: readonly (keyof typeof findingEvents)[], fields: Finding): void => {
  const finding = renderEvent(fields)
  for (const name of events) change.emit(findingEvents[name], { finding })
}

/** The highest known severity of a finding: its own, or the last one that its source reported. */
export const knownSeverity = ({ fields, beside }: StoredFinding): Finding['severity'] =>
  highest(fields.severity, ...findingSeverities.filter(severity => severity === beside.reportedSeverity))

/** Stores the highest known severity with a new decision, and removes it when the decision ends. */
const withDecidedSeverity = (
  current: StoredFinding,
  fields: FindingChange['fields'],
): [StoredFinding, FindingChange['fields']] => {
  const { decidedSeverity: _, ...rest } = current.fields
  const after = { ...current.fields, ...fields }
  if (!isDecided(after)) return [{ ...current, fields: rest }, fields]
  const isNew = after.status !== current.fields.status
  return [current, isNew ? { ...fields, decidedSeverity: knownSeverity(current) } : fields]
}

/**
 * Returns the contributors to a finding after a change: people who change its severity or due date, and each owner.
 * Returns null for a finding of an earlier release, whose contributors only the audit trail names.
 */
const contributorsAfter = (
  { actor }: Change,
  { fields: before, beside }: StoredFinding,
  after: FindingChange['fields'],
): readonly string[] | null => {
  if (beside.hands === null) return null
  const { severity = before.severity, dueAt = before.dueAt, ownerId = before.ownerId } = after
  const ratingContributors = severity === before.severity && dueAt === before.dueAt ? [] : principalsOf(actor)
  return [...new Set([...beside.hands, ...ratingContributors, ...(ownerId === null ? [] : [ownerId])])]
}

/** Returns the content that the audit trail binds in addition to the finding's record. */
const contentOf = ({ hands, ...beside }: StoredFinding['beside']) => ({ ...beside, ...(hands !== null && { hands }) })

/** Writes a change of a finding with its audit row and events (interface section 6.3). Returns the record. */
export const changeFinding = (
  change: Change,
  current: StoredFinding,
  { fields, beside = {} }: FindingChange,
  auditDetail: Pick<AuditDetail, 'action' | 'detail'> = {},
): string => {
  const hands = beside.hands ?? contributorsAfter(change, current, fields)
  const after = findingRecords.update(change, ...withDecidedSeverity(current, fields), { ...beside, hands })
  change.audit(after.id, {
    before: current.record,
    after: after.record,
    content: contentOf(after.beside),
    ...auditDetail,
  })
  const hasMoved = after.fields.status !== current.fields.status
  const hasClosed = hasMoved && isClosed(after.fields)
  emitEvents(
    change,
    ['updated', ...(hasMoved ? (['statusChanged'] as const) : []), ...(hasClosed ? (['closed'] as const) : [])],
    after.fields,
  )
  return after.record
}

const newFinding = ({ ids, now }: Change, reported: ReportedFinding, days: DueDays): Finding => {
  const timestamp = iso(now)
  const defaults = { description: '', sourceModuleKey: null, sourceFingerprint: null, controlId: null, ownerId: null }
  return {
    dueAt: dueDateFrom(days, reported.severity, now),
    ...defaults,
    ...reported,
    ...{ id: ids.next('gfd', now), status: 'open', acceptedUntil: null },
    ...{ openedAt: timestamp, createdAt: timestamp, updatedAt: timestamp },
  }
}

/**
 * Records new findings as open, each with its audit row and event, and returns them. Skips known combinations of source
 * and fingerprint, which another transaction may have recorded in the meantime.
 */
export const recordFindings = async (
  change: Change,
  reported: readonly ReportedFinding[],
  days: DueDays,
): Promise<{ readonly finding: Finding; readonly record: string }[]> => {
  const candidates = reported.map(report => {
    const finding = newFinding(change, report, days)
    const reportedSeverity = finding.sourceFingerprint === null ? null : finding.severity
    const hands = [...principalsOf(change.actor), ...(finding.ownerId === null ? [] : [finding.ownerId])]
    return { finding, record: render(finding), reportedSeverity, hands: [...new Set(hands)] }
  })
  const values = candidates.map(({ finding, record, reportedSeverity, hands }) => ({
    ...{ id: finding.id, severity: finding.severity, status: finding.status },
    ...{ owner_id: finding.ownerId, control_id: finding.controlId, due_at: finding.dueAt },
    ...{ source_module_key: finding.sourceModuleKey, source_fingerprint: finding.sourceFingerprint },
    ...{ reported_severity: reportedSeverity, hands, record },
  }))
  const insertedIds = new Set(
    (await change.tx.query(insertFindings, { rows: JSON.stringify(values) })).map(({ id }) => id),
  )
  const newFindings = candidates.filter(({ finding }) => insertedIds.has(finding.id))
  const fingerprints = newFindings.flatMap(
    ({ finding: { id, sourceModuleKey: source, sourceFingerprint: fingerprint } }) =>
      fingerprint === null ? [] : [{ source, fingerprint, id, is_current: true }],
  )
  // In a separate statement, because row-level security looks up the finding, which must already exist.
  if (fingerprints.length > 0) change.tx.write(addFingerprints, { rows: JSON.stringify(fingerprints) })
  for (const { finding, record, reportedSeverity, hands } of newFindings) {
    change.audit(finding.id, {
      action: 'finding.create',
      after: record,
      content: { remediators: [], reportedSeverity, hands },
    })
    emitEvents(change, ['created'], finding)
    if (finding.ownerId !== null) notify(change, { kind: 'assigned', personId: finding.ownerId, recordId: finding.id })
  }
  return newFindings
}
