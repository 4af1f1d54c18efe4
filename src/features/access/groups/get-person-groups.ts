import { Type } from 'typebox'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { findPerson } from '#src/features/access/queries.ts'
import { currentRules, rulesOf } from './group-rules.ts'
import { groupSources } from './mapping.ts'
import { findGroupsOf } from './queries.ts'

export const getPersonGroups = readEndpoint({
  name: 'getPersonGroups',
  summary: 'Get the groups of a person that the identity provider and SCIM last sent, and those that a rule names',
  tag: 'People',
  workspace: { path: '/people/{personId}/groups', roles: ['admin'] },
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Object({
    received: Type.Array(
      Type.Object(
        {
          source: Type.Enum([...groupSources]),
          receivedAt: Timestamp,
          groups: Type.Array(Type.String()),
          matching: Type.Array(Type.String(), { description: 'The groups that a rule names.' }),
        },
        { title: 'ReceivedGroups' },
      ),
    ),
  }),
  errors: ['not_found'],
  async run(call, { params: { personId } }) {
    firstOrNotFound(await call.read(findPerson, { id: personId }), 'person')
    const rules = await currentRules({ query: call.read })
    const rows = await call.read(findGroupsOf, { personId })
    return {
      received: rows.map(({ source, groups, received_at }) => {
        const namedGroups = new Set(rulesOf(rules, source).map(({ group }) => group))
        const matching = groups.filter(group => namedGroups.has(group))
        return { source, receivedAt: iso(received_at.getTime()), groups, matching }
      }),
    }
  },
})
