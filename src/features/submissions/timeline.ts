import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { Rendered } from '#api/answer.ts'
import { reading } from '#api/endpoint.ts'
import { notFound, pageLimit, pagePosition, pageQuery } from '#api/family.ts'
import { Pagination, Timestamp } from '#api/schema.ts'
import { findPackage } from './queries.ts'
import { SubmissionEvent } from './submission-event.ts'
import { readTimeline, type TimelineRow } from './timeline-queries.ts'
import { PackageParams } from './workspace-packages.ts'

const endpoint = 'getSubmissionTimeline'

const Entry = Type.Object(
  {
    at: Timestamp,
    kind: Type.Enum(['event', 'decision', 'delivery']),
    event: Type.Optional(SubmissionEvent),
    decision: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'A decision of people, such as a return to draft.' }),
    ),
    delivery: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'A webhook delivery attempt of one of the events.' }),
    ),
  },
  { title: 'TimelineEntry' },
)

const momentOf = { event: 'createdAt', decision: 'createdAt', delivery: 'startedAt' } as const

const entryOf = ({ kind, record }: TimelineRow): { at: string; text: string } => {
  const at = JSON.parse(record)[momentOf[kind]]
  return { at, text: `{"at":"${at}","kind":"${kind}","${kind}":${record}}` }
}

/** What happened to a package, oldest first: its events, what people decided, and how other systems heard of it. */
export const getTimeline = reading({
  name: endpoint,
  summary: 'The history of a package, oldest first: events, decisions and webhook deliveries',
  tag: 'Submissions',
  workspace: { path: '/packages/{packageId}/timeline', roles: [...roles] },
  params: PackageParams,
  query: Type.Object(pageQuery),
  response: Type.Object({ timeline: Type.Array(Entry), pagination: Pagination }),
  errors: ['not_found', 'invalid_cursor'],
  async run(call, { params: { packageId }, query }) {
    const { organizationId } = call
    const [known] = await call.read(findPackage, [organizationId, packageId])
    if (!known) throw notFound('submission package')
    const walk = { endpoint, organization: organizationId, filters: { packageId } }
    const limit = pageLimit(query)
    const from = pagePosition(call, walk, query.cursor) ?? ''
    const rows = await call.read(readTimeline, [organizationId, packageId, from, limit + 1])
    const steps = [...new Set(rows.map(({ step }) => step))]
    const next = steps.length > limit ? steps[limit - 1] : undefined
    const shown = rows.filter(({ step }) => next === undefined || step <= next).map(entryOf)
    const timeline = shown.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ text }) => text)
    const pagination = next ? `{"nextCursor":"${call.cursors.encode({ ...walk, position: next })}"}` : '{}'
    return new Rendered(`{"timeline":[${timeline.join(',')}],"pagination":${pagination}}`)
  },
})
