import { Type } from 'typebox'
import { reading } from '#http/endpoint.ts'
import { answerPage, pageQuery } from '#http/page.ts'
import { Pagination } from '#http/schema.ts'
import { Invitation, readInvitation, renderInvitation } from './invitation.ts'
import { selectInvitations as statement } from './queries.ts'

const endpoint = 'listInvitations'

export const listInvitations = reading({
  name: endpoint,
  summary: 'List invitations and password resets, newest first; never their links',
  tag: 'People',
  workspace: { path: '/people/invitations', roles: ['admin'] },
  query: Type.Object(pageQuery),
  response: Type.Object({ invitations: Type.Array(Invitation), pagination: Pagination }),
  errors: ['invalid_cursor'],
  run: (call, { query }) =>
    answerPage(call, {
      endpoint,
      plural: 'invitations',
      read: position => call.read(statement, position),
      filters: {},
      query,
      render: ({ record }) => renderInvitation(readInvitation({ record, now: call.now })),
    }),
})
