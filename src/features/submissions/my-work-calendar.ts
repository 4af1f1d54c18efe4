import type { Reach } from '#db/framing.ts'
import type { Provided, Services } from '#http/call.ts'
import { localDay } from '#lib/time-zone.ts'
import { readWork } from '#shared/read-work.ts'
import type { Work } from '#shared/work.ts'
import type { WorkKind } from '#shared/work-source.ts'
import type { FeedRow } from './calendar-queries.ts'
import { type CalendarEntry, dueTimes, renderCalendar } from './render-calendar.ts'

/** The maximum number of entries in a feed. */
const maxEntries = 1000
const pageSize = 200
/** The maximum number of pages to read. A page can be short, because it skips the work of other people. */
const maxPages = 20

const verbs: Readonly<Record<WorkKind, string>> = {
  claim_review: 'Review',
  claim_answer: 'Answer',
  assessment_answers: 'Answer',
  assessment_completion: 'Complete',
  room_request: 'Answer the auditor',
  finding_remediation: 'Remediate',
  finding_closing: 'Close',
  risk_review: 'Review risk',
  approval: 'Confirm',
  evidence_renewal: 'Renew proof',
  package_due: 'Send',
  policy_acknowledgement: 'Read and acknowledge',
  questionnaire_answers: 'Answer',
}

/** Whether work gets the current date: waiting work has no date of its own, and missing proof is due now. */
const isDueNow = ({ kind, waitingSince }: Work): boolean => waitingSince !== null || kind === 'evidence_renewal'

const toEntries = (work: Work, now: number, zone: string): CalendarEntry[] => {
  const { id, kind, key, title, dueAt, onBehalfOf } = work
  if (dueAt === null && !isDueNow(work)) return []
  const due = dueAt === null ? undefined : Date.parse(dueAt)
  const latePrefix = due !== undefined && due < now ? 'Late: ' : ''
  const times = due === undefined ? { start: new Date(localDay(now, zone)), allDay: true } : dueTimes(due, zone)
  return [
    {
      id: `${id}.${kind}@probata`,
      summary: `${latePrefix}${verbs[kind]}: ${title}${onBehalfOf ? ` (for ${onBehalfOf.name})` : ''}`,
      description: key ?? '',
      ...times,
    },
  ]
}

/** Renders the work of a person as a calendar, limited to what they may see in the workspace. */
export const renderMyWork = async (
  services: Pick<Services, 'db' | 'settings'> & Provided<'workSources'>,
  feed: FeedRow,
  reach: Reach,
  now: number,
): Promise<string> => {
  const worker = { id: feed.person_id, role: feed.role, bounds: reach }
  const entries: CalendarEntry[] = []
  let position: string | undefined
  for (let page = 0; page < maxPages && entries.length < maxEntries; page++) {
    const { work, next } = await readWork(services, worker, { now, position, limit: pageSize })
    entries.push(...work.flatMap(item => toEntries(item, now, feed.time_zone)))
    if (next === undefined) break
    position = next
  }
  const calendar = { name: `My work in ${feed.name}`, product: 'My work', url: `${services.settings.url}/my-work` }
  return renderCalendar(calendar, entries.slice(0, maxEntries), now)
}
