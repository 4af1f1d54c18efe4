import { type Static, Type } from 'typebox'
import { bound, fieldsOf, sorted } from '#family/bound.ts'
import { invalid } from '#http/errors.ts'
import { Id, Line, Reference, Timestamp } from '#http/schema.ts'
import { notTimestamp, tooFarAhead } from '#http/sentences.ts'
import { day, iso, minute, parseTimestamp } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { eventsOf, occurrenceEvents, type Schedule } from './schedule.ts'

export const OccurrenceEvents = Type.Object(
  Object.fromEntries(occurrenceEvents.map(event => [event, Type.Optional(Timestamp)])) as Record<
    (typeof occurrenceEvents)[number],
    ReturnType<typeof Type.Optional<typeof Timestamp>>
  >,
  {
    additionalProperties: false,
    description: 'When each event happened. Submissions of packages are added from the packages.',
  },
)

/** An event outside the workspace, such as an incident, from which periods of a requirement run. */
export const SubmissionOccurrence = Type.Object(
  {
    id: Id('subocc'),
    submissionRequirementId: Reference('subreq'),
    title: Line(300),
    events: OccurrenceEvents,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SubmissionOccurrence' },
)

export type SubmissionOccurrence = Static<typeof SubmissionOccurrence>

/** Writes the fields in the order of the schema, so that equal records are equal texts. */
export const renderOccurrence = (occurrence: SubmissionOccurrence): string => {
  const { id, submissionRequirementId, title, events, createdAt, updatedAt } = occurrence
  const ordered = Object.fromEntries(occurrenceEvents.flatMap(event => (events[event] ? [[event, events[event]]] : [])))
  return JSON.stringify({ id, submissionRequirementId, title, events: ordered, createdAt, updatedAt })
}

export const boundOccurrences = bound({
  table: 'submission_occurrence',
  prefix: 'subocc',
  content: { makers: sorted },
  repeats: fieldsOf('id', 'submissionRequirementId'),
})

const tolerance = 5 * minute
/** Older events need no reminder, and their holidays are not loaded. */
const oldest = 5 * 366 * day

type Events = Static<typeof OccurrenceEvents>

/** Checks the times of events and returns them in their stored form. Throws a 400 that names the event. */
export const readEvents = (input: Events, schedule: Schedule, now: number): Events => {
  const possible = eventsOf(schedule)
  const entries = occurrenceEvents.flatMap(event => {
    const text = input[event]
    if (text === undefined) return []
    const time = parseTimestamp(text)
    const path = ['events', event]
    if (!possible.includes(event))
      throw invalid(path, sentence`field.event_not_counted: starts no period of this schedule`)
    if (time === undefined) throw invalid(path, notTimestamp)
    if (time > now + tolerance) throw invalid(path, tooFarAhead)
    if (time < now - oldest) throw invalid(path, sentence`field.event_too_old: is more than five years ago`)
    return [[event, iso(time)] as const]
  })
  return Object.fromEntries(entries)
}
