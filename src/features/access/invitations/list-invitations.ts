import { paged } from '#family/paged.ts'
import { Invitation, readInvitation, renderInvitation } from './invitation.ts'
import { selectInvitations as statement } from './queries.ts'

export const listInvitations = paged({
  name: 'listInvitations',
  summary: 'List invitations and password resets, newest first; never their links',
  tag: 'People',
  workspace: { path: '/people/invitations', roles: ['admin'] },
  plural: 'invitations',
  of: Invitation,
  read: (call, at) => call.read(statement, at),
  show: ({ record }, call) => renderInvitation(readInvitation({ record, now: call.now })),
})
