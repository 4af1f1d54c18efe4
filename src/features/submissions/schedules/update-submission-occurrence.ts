import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Rendered } from '#http/rendered.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { createPackagesNow, lockEventSchedule } from './event-schedule.ts'
import { OccurrenceEvents, readEvents, renderOccurrence, SubmissionOccurrence } from './occurrence.ts'
import { lockOccurrence, updateOccurrence } from './queries.ts'

const OccurrenceParams = Type.Object({ occurrenceId: Reference('subocc') })

export const updateSubmissionOccurrence = changeEndpoint({
  name: 'updateSubmissionOccurrence',
  summary: 'Correct an event or record a later one, which may start the period of a further package',
  tag: 'Submissions',
  method: 'PATCH',
  workspace: { path: '/submission-occurrences/{occurrenceId}', roles: ['admin', 'contributor'] },
  status: 200,
  action: 'submission.occurrence.update',
  params: OccurrenceParams,
  body: Type.Object({
    title: Type.Optional(SubmissionOccurrence.properties.title),
    events: Type.Optional(OccurrenceEvents),
  }),
  response: SubmissionOccurrence,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { occurrenceId: id }, body }) {
    const { tx, now, actor } = change
    const row = firstOrNotFound(await tx.query(lockOccurrence, { id }), 'submission occurrence')
    const current = readRecord(SubmissionOccurrence, row.record)
    const schedule = await lockEventSchedule(change, row.submission_requirement_id)
    const added = readEvents(body.events ?? {}, schedule, now)
    const events = { ...current.events, ...added }
    const record = renderOccurrence({ ...current, title: body.title ?? current.title, events, updatedAt: iso(now) })
    const makers = [...new Set([...row.makers, ...principalsOf(actor)])]
    tx.write(updateOccurrence, { id, makers, nextAt: null, record })
    change.audit(id, { before: row.record, after: record, content: { makers: makers.toSorted() } })
    await createPackagesNow(change, { id, makers, record }, schedule)
    return new Rendered(record)
  },
})
