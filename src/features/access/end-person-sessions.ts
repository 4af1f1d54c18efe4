import { Type } from 'typebox'
import { changing } from '#api/endpoint.ts'
import { notFound } from '#api/errors.ts'
import { Reference } from '#api/schema.ts'
import { deleteSessionsOf, findPerson } from './queries.ts'

export const endPersonSessions = changing({
  name: 'endPersonSessions',
  summary: 'End all sessions of somebody',
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  status: 204,
  action: 'person.end_sessions',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, audit, identities }, { params: { personId } }) {
    const [person] = await tx.query(findPerson, { id: personId })
    if (!person) throw notFound('person')
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(identities.forget)
    audit(personId)
    return null
  },
})
