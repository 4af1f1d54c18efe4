import { type Static, Type } from 'typebox'
import { bound, fieldsOf, plain } from '#api/bound.ts'
import { renderer } from '#api/record.ts'
import { Id, Line, Timestamp } from '#api/schema.ts'

const contents = ['submissions', 'my_work'] as const

export const FeedOf = Type.Enum([...contents], {
  description: 'The due dates of submissions, or what needs the person whose feed it is; submissions when left out.',
})

/** A secret URL at which calendar programs read what its person sees. */
export const CalendarFeed = Type.Object(
  { id: Id('cal'), name: Line(200), of: Type.Optional(FeedOf), createdBy: Type.String(), createdAt: Timestamp },
  { title: 'CalendarFeed' },
)

export type CalendarFeed = Static<typeof CalendarFeed>

export const renderFeed = renderer(CalendarFeed)

export const boundFeeds = bound({
  table: 'calendar_feed',
  prefix: 'cal',
  content: { revoked: plain },
  repeats: fieldsOf('id', 'createdBy'),
})
