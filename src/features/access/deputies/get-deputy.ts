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
  query: Type.Object({
    with: Type.Optional(
      Type.Enum(['uncovered'], {
        description: 'Also counts the work that the deputy cannot do, for the person and administrators.',
      }),
    ),
  }),
  response: Deputy,
  errors: ['not_found'],
  needs: ['workSources'],
  run: (call, { params: { personId }, query }) => readDeputy(call, personId, query.with === 'uncovered'),
})
