import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { Invitation, presentInvitation, renderInvitation } from './invitation.ts'
import { selectInvitations as statement } from './queries.ts'

const endpoint = 'listInvitations'

export const listInvitations = reading({
  name: endpoint,
  summary: 'List the links that were made for people, newest first; never the links themselves',
  tag: 'People',
  workspace: { path: '/people/invitations', roles: ['admin'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ invitations: Type.Array(Invitation), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint,
      plural: 'invitations',
      read: at => call.read(statement, at),
      filters: {},
      query,
      render: ({ record }) => renderInvitation(presentInvitation({ record, now: call.now })),
    }),
})
