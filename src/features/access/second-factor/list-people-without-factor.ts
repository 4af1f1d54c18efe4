import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { readFactorRules } from '#http/factor-rules.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { findFactorRules, listWithoutFactor } from './queries.ts'

const limit = 500

export const listPeopleWithoutFactor = readEndpoint({
  name: 'listPeopleWithoutFactor',
  summary: 'List active people without a second factor, by name: the first 500, and the total number',
  tag: 'People',
  workspace: { path: '/second-factor/missing', roles: ['admin'] },
  wholeWorkspace: true,
  response: Type.Object({
    people: Type.Array(
      Type.Object({
        id: Id('prs'),
        name: Type.String(),
        email: Type.String(),
        role: Type.Enum([...roles]),
        requiredFrom: Nullable(Timestamp),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(call) {
    const [rules] = await call.read(findFactorRules, {})
    const { requiredFrom = {} } = readFactorRules(rules?.rules ?? '{}')
    const rows = await call.read(listWithoutFactor, { limit })
    const people = rows.map(({ id, name, email, role }) => {
      return { id, name, email, role, requiredFrom: requiredFrom[role] ?? null }
    })
    return { people, total: rows[0]?.total ?? 0 }
  },
})
