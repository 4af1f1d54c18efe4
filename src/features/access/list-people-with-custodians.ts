import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { listPeopleHeld } from './custodian-queries.ts'
import { SecondFactor } from './person.ts'

const limit = 500

export const listPeopleWithCustodians = reading({
  name: 'listPeopleWithCustodians',
  summary:
    'Active people who have custodians and no second factor proved to be theirs, by name; the first 500, and their total number',
  tag: 'People',
  workspace: { path: '/custodians', roles: ['admin'] },
  wholeWorkspace: true,
  response: Type.Object({
    people: Type.Array(
      Type.Object({
        id: Id('prs'),
        name: Type.String(),
        email: Type.String(),
        role: Type.Enum([...roles]),
        secondFactor: SecondFactor,
        appliesFrom: Timestamp,
        custodians: Type.Array(Type.Object({ id: Id('prs'), name: Type.String() }), {
          description: 'The first 20 by name.',
        }),
        custodianCount: Type.Integer(),
      }),
    ),
    total: Type.Integer(),
  }),
  async run(call) {
    const found = await call.read(listPeopleHeld, { limit })
    return {
      people: found.map(({ id, name, email, role, custodians, ...row }) => ({
        ...{ id, name, email, role, custodians },
        secondFactor: row.second_factor,
        appliesFrom: iso(row.applies_from.getTime()),
        custodianCount: row.custodian_count,
      })),
      total: found[0]?.total ?? 0,
    }
  },
})
