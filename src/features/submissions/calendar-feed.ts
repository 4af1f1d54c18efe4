import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Timestamp } from '#http/schema.ts'

const contents = ['submissions', 'my_work'] as const

export const FeedOf = Type.Enum([...contents], {
  description: "The due dates of submissions, or the work of the feed's owner. Defaults to submissions.",
})

/** A secret URL where calendar programs read the dates that its owner sees. */
export const CalendarFeed = Type.Object(
  { id: Id('cal'), name: Line(200), of: Type.Optional(FeedOf), createdBy: Type.String(), createdAt: Timestamp },
  { title: 'CalendarFeed' },
)

export type CalendarFeed = Static<typeof CalendarFeed>

export const renderFeed = renderer(CalendarFeed)

export const boundFeeds = bound({
  table: 'calendar_feed',
  prefix: 'cal',
  content: { revoked: readAsIs },
  repeats: fieldsOf('id', 'createdBy'),
})
