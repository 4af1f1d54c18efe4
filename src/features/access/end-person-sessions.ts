import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { deleteSessionsOf, findPerson } from './queries.ts'

export const endPersonSessions = changeEndpoint({
  name: 'endPersonSessions',
  summary: 'End all sessions of a person',
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  confirm: true,
  status: 204,
  action: 'person.end_sessions',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, audit, identities }, { params: { personId } }) {
    firstOrNotFound(await tx.query(findPerson, { id: personId }), 'person')
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(identities.forget)
    audit(personId)
    return null
  },
})
