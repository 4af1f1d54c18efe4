import { Type } from 'typebox'
import { type Actor, roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { pageQuery, respondWithPage } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { CalendarFeed } from './calendar-feed.ts'
import { listFeeds, listFeedsOf } from './calendar-queries.ts'

const endpoint = 'listCalendarFeeds'

const seesAll = ({ role }: Actor): boolean => role === 'admin' || role === 'auditor'

export const listCalendarFeeds = readEndpoint({
  name: endpoint,
  summary: 'List the calendar feeds that are not revoked, newest first. Reviewers and contributors see their own',
  tag: 'Submissions',
  workspace: { path: '/calendar-feeds', roles: [...roles] },
  query: Type.Object(pageQuery),
  response: Type.Object({ calendarFeeds: Type.Array(CalendarFeed), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run(call, { query }) {
    const listOptions = { endpoint, plural: 'calendarFeeds', query }
    if (seesAll(call.actor))
      return respondWithPage(call, { ...listOptions, read: page => call.read(listFeeds, page), filters: {} })
    const ownFilter = { createdBy: call.actor.id }
    return respondWithPage(call, {
      ...listOptions,
      read: page => call.read(listFeedsOf, { ...page, ...ownFilter }),
      filters: ownFilter,
    })
  },
})
