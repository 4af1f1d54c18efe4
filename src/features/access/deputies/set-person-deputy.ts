import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { Deputy, DeputyInput, findDeputy } from './deputy.ts'
import { setDeputy } from './set-deputy.ts'

export const setPersonDeputy = changeEndpoint({
  name: 'setPersonDeputy',
  summary: 'Name the deputy and the absence of another person, for example if they cannot do so themselves',
  tag: 'People',
  method: 'PUT',
  workspace: { path: '/people/{personId}/deputy', roles: ['admin'] },
  status: 200,
  action: 'person.set_deputy',
  params: Type.Object({ personId: Reference('prs') }),
  body: Type.Object(DeputyInput),
  response: Deputy,
  errors: ['not_found', 'unprocessable'],
  needs: ['workSources'],
  async run(change, { params: { personId }, body }) {
    firstOrNotFound(await change.read(findDeputy, { personId, nowTime: iso(change.now) }), 'person')
    return setDeputy(change, personId, body)
  },
})
