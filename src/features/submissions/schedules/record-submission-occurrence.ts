import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { Rendered } from '#http/rendered.ts'
import { iso } from '#lib/clock.ts'
import { principalsOf } from '#shared/four-eyes.ts'
import { RequirementParams } from '#src/features/submissions/requirement.ts'
import { createPackagesNow, lockEventSchedule } from './event-schedule.ts'
import { OccurrenceEvents, readEvents, renderOccurrence, SubmissionOccurrence } from './occurrence.ts'
import { insertOccurrence } from './queries.ts'

export const recordSubmissionOccurrence = changeEndpoint({
  name: 'recordSubmissionOccurrence',
  summary: 'Record an event, such as an incident, which creates the packages whose due dates follow from it',
  tag: 'Submissions',
  method: 'POST',
  workspace: { path: '/submission-requirements/{requirementId}/occurrences', roles: ['admin', 'contributor'] },
  status: 201,
  action: 'submission.occurrence.record',
  params: RequirementParams,
  body: Type.Object({ title: SubmissionOccurrence.properties.title, events: OccurrenceEvents }),
  response: SubmissionOccurrence,
  errors: ['not_found', 'unprocessable'],
  async run(change, { params: { requirementId: submissionRequirementId }, body }) {
    const { tx, ids, now, actor } = change
    const schedule = await lockEventSchedule(change, submissionRequirementId)
    const events = readEvents(body.events, schedule, now)
    const id = ids.next('subocc', now)
    const times = { createdAt: iso(now), updatedAt: iso(now) }
    const record = renderOccurrence({ id, submissionRequirementId, title: body.title, events, ...times })
    const makers = principalsOf(actor)
    tx.write(insertOccurrence, { id, submissionRequirementId, makers, record })
    change.audit(id, { after: record, content: { makers: makers.toSorted() } })
    await createPackagesNow(change, { id, makers, record }, schedule)
    return new Rendered(record)
  },
})
