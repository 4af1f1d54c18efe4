import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Deputy, DeputyInput } from './deputy.ts'
import { setDeputy } from './set-deputy.ts'

export const setOwnDeputy = changeEndpoint({
  name: 'setOwnDeputy',
  summary: 'Name your deputy and the dates of your absence; your open work then also appears in the work of the deputy',
  tag: 'Account',
  method: 'PUT',
  workspace: { path: '/account/deputy', roles: [...roles] },
  status: 200,
  action: 'account.set_deputy',
  reason: false,
  body: Type.Object(DeputyInput, { additionalProperties: false }),
  response: Deputy,
  errors: ['not_found', 'unprocessable'],
  needs: ['workSources'],
  run: (change, { body }) => setDeputy(change, change.actor.id, body),
})
