import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Reference } from '#http/schema.ts'
import { Deputy, readDeputy } from './deputy.ts'

export const getDeputy = readEndpoint({
  name: 'getDeputy',
  summary: 'Get the deputy and the absence of a person',
  tag: 'People',
  workspace: { path: '/people/{personId}/deputy', roles: [...roles] },
  params: Type.Object({ personId: Reference('prs') }),
  response: Deputy,
  errors: ['not_found'],
  needs: ['workSources'],
  run: (call, { params: { personId } }) => readDeputy(call, personId),
})
