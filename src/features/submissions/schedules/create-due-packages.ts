import type { Change } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { hour, iso } from '#lib/clock.ts'
import type { FilingRule } from '#lib/periods/sector-rules.ts'
import { createPackage } from '#src/features/submissions/create-package.ts'
import { SubmissionPackage } from '#src/features/submissions/package.ts'
import { lockPackageByKey } from '#src/features/submissions/queries.ts'
import { renderDeadline, SubmissionDeadline } from './deadline.ts'
import { type Basis, type ComputedDue, computeForEvents, type EventTimes } from './due.ts'
import { SubmissionOccurrence } from './occurrence.ts'
import { findDeadlineByPeriod, findOccurrencePackages, insertDeadline } from './queries.ts'
import { filingsOf, type OccurrenceEvent, occurrenceEvents, type Schedule } from './schedule.ts'

/** The package that a schedule creates. */
interface PlannedPackage {
  readonly submissionRequirementId: string
  readonly packageKey: string
  readonly title: string
  readonly due: ComputedDue
  /** The last day of the reporting period. */
  readonly periodEnd: string | null
  readonly plannedFor: string | null
  readonly occurrence?: { readonly id: string; readonly filing: string | null }
  /** Who set the schedule or recorded the event: they count as makers of the package. */
  readonly makers: readonly string[]
}

/** How much later than planned a package counts as late. */
const lateAfter = hour

const detailOf = ({ packageKey, due, plannedFor }: PlannedPackage, isLate: boolean): string =>
  [
    `${packageKey}, due by its schedule`,
    ...(due.place === null ? [] : [`holidays of ${due.place}, ${due.holidayData}`]),
    ...(isLate ? [`created late, planned for ${plannedFor}`] : []),
  ].join('; ')

/**
 * Creates the package of a reporting period or filing once, with its due date and the computation. A package that a
 * person created under the same key is taken as the one of this period. The requirement or the occurrence must be
 * locked. Returns whether the period had none before.
 */
export const createPlannedPackage = async (change: Change, planned: PlannedPackage): Promise<boolean> => {
  const { tx, now } = change
  const { submissionRequirementId, packageKey, title, due, periodEnd, plannedFor, occurrence, makers } = planned
  const periodKey = occurrence ? `${occurrence.id}/${occurrence.filing ?? ''}` : packageKey
  const [existing] = await tx.query(findDeadlineByPeriod, { submissionRequirementId, periodKey })
  if (existing) return false
  const [adopted] = await tx.query(lockPackageByKey, { submissionRequirementId, packageKey })
  const isLate = plannedFor !== null && now - Date.parse(plannedFor) > lateAfter
  const record =
    adopted?.record ??
    createPackage(
      change,
      { submissionRequirementId, packageKey, title, dueAt: due.dueAt },
      { makers, detail: detailOf(planned, isLate) },
    )
  const { id: packageId } = readRecord(SubmissionPackage, record)
  tx.write(insertDeadline, {
    submissionRequirementId,
    periodKey,
    packageId,
    occurrenceId: occurrence?.id ?? null,
    record: renderDeadline({
      periodKey,
      periodEnd,
      occurrenceId: occurrence?.id ?? null,
      filing: occurrence?.filing ?? null,
      ...due,
      steps: [...due.steps],
      computedAt: iso(now),
      plannedFor,
      createdLate: isLate,
      adopted: adopted !== undefined,
    }),
  })
  return true
}

interface SentFiling {
  readonly record: string
  readonly package: string
  readonly first_submitted_at: Date | null
}

const earliest = (...times: readonly (number | undefined)[]): number =>
  Math.min(...times.filter(time => time !== undefined))

/** A submission that starts a period: the first one, except that a final report follows the latest intermediate one. */
const submissionTime = (
  event: OccurrenceEvent,
  { package: text, first_submitted_at }: SentFiling,
): number | undefined => {
  const { submittedAt } = readRecord(SubmissionPackage, text)
  if (first_submitted_at === null || submittedAt === null) return undefined
  return event === 'latestIntermediateReport' ? Date.parse(submittedAt) : first_submitted_at.getTime()
}

/** The events of an occurrence: those that people recorded, and the submissions of its packages. */
export const eventTimesOf = (
  occurrence: SubmissionOccurrence,
  schedule: Schedule,
  sent: readonly SentFiling[],
): EventTimes => {
  const times: Partial<Record<OccurrenceEvent, number>> = {}
  for (const event of occurrenceEvents) {
    const recorded = occurrence.events[event]
    if (recorded !== undefined) times[event] = Date.parse(recorded)
  }
  for (const filing of filingsOf(schedule)) {
    const { submission: event } = filing
    const found = sent.find(({ record }) => readRecord(SubmissionDeadline, record).filing === filing.id)
    const time = event && found && submissionTime(event, found)
    if (event === undefined || time === undefined) continue
    const recorded = times[event]
    times[event] = event === 'latestIntermediateReport' ? Math.max(time, recorded ?? time) : earliest(time, recorded)
  }
  return times
}

const filingTitles: Readonly<Record<string, string>> = {
  initialNotification: 'initial notification',
  intermediateReport: 'intermediate report',
  finalReport: 'final report',
  earlyWarning: 'early warning',
  incidentNotification: 'incident notification',
  finalReportAfterOngoingIncident: 'final report after an ongoing incident',
  breachNotification: 'breach notification',
  answerToDataSubject: 'answer to the data subject',
  extendedAnswerToDataSubject: 'extended answer to the data subject',
  vulnerabilityEarlyWarning: 'early warning of a vulnerability',
  vulnerabilityNotification: 'notification of a vulnerability',
  vulnerabilityFinalReport: 'final report on a vulnerability',
  incidentEarlyWarning: 'early warning of an incident',
  incidentFinalReport: 'final report on an incident',
  seriousIncident: 'serious incident',
  seriousPublicHealthThreat: 'serious public health threat',
  deathOrSeriousDeterioration: 'death or serious deterioration',
}

export interface LockedOccurrence {
  readonly id: string
  readonly makers: readonly string[]
  readonly record: string
}

/** Creates the packages of a locked occurrence whose due dates are known now. Returns their number. */
export const createOccurrencePackages = async (
  change: Change,
  { id, makers, record }: LockedOccurrence,
  schedule: Schedule,
  basis: Basis,
): Promise<number> => {
  const occurrence = readRecord(SubmissionOccurrence, record)
  const { title, submissionRequirementId } = occurrence
  const events = eventTimesOf(occurrence, schedule, await change.tx.query(findOccurrencePackages, { occurrenceId: id }))
  const filings: readonly (FilingRule | undefined)[] = schedule.rule === undefined ? [undefined] : filingsOf(schedule)
  let created = 0
  for (const filing of filings) {
    const due = computeForEvents(schedule, filing, events, basis)
    if (!due) continue
    const isNew = await createPlannedPackage(change, {
      submissionRequirementId,
      packageKey: filing ? `${id}/${filing.id}` : id,
      title: filing ? `${title}: ${filingTitles[filing.id] ?? filing.id}` : title,
      due,
      periodEnd: null,
      plannedFor: null,
      occurrence: { id, filing: filing?.id ?? null },
      makers,
    })
    if (isNew) created += 1
  }
  return created
}
