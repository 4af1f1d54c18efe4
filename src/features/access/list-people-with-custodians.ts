import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { selectPeopleWithCustodians } from './custodian-queries.ts'
import { SecondFactor } from './person.ts'

const limit = 500

export const listPeopleWithCustodians = readEndpoint({
  name: 'listPeopleWithCustodians',
  summary: 'List active people whose custodians are not released, by name: the first 500, and the total number',
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
    const rows = await call.read(selectPeopleWithCustodians, { limit })
    return {
      people: rows.map(({ id, name, email, role, custodians, ...row }) => ({
        ...{ id, name, email, role, custodians },
        secondFactor: row.second_factor,
        appliesFrom: iso(row.applies_from.getTime()),
        custodianCount: row.custodian_count,
      })),
      total: rows[0]?.total ?? 0,
    }
  },
})
