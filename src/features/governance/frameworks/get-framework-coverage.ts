import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { readsTogether } from '#shared/read-together.ts'
import { countCoverage } from '#src/features/governance/clauses/clause-queries.ts'
import { clauseStates } from '#src/features/governance/coverage.ts'
import { frameworkView } from './framework.ts'

const Count = Type.Integer({ minimum: 0 })

export const getFrameworkCoverage = readEndpoint({
  name: 'getFrameworkCoverage',
  summary: 'Count the assessable clauses of a framework in each state, and get when the first proof expires',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/coverage', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  response: Type.Object(
    {
      clauses: Count,
      states: Type.Array(Type.Object({ state: Type.Enum([...clauseStates]), clauses: Count }), {
        description: 'All states, in order.',
      }),
      provenUntil: Nullable({
        ...Timestamp,
        description: 'When the first of the clauses that are proven now is no longer proven.',
      }),
    },
    { title: 'FrameworkCoverage' },
  ),
  errors: ['not_found'],
  async run(call, { params: { frameworkId } }) {
    const { read } = readsTogether(call)
    const [, counts] = await Promise.all([
      frameworkView.find({ read }, frameworkId),
      read(countCoverage, { frameworkId, now: call.now }),
    ])
    const until = counts.find(row => row.state === 'proven')?.until ?? null
    return {
      clauses: counts.reduce((sum, row) => sum + row.clauses, 0),
      states: clauseStates.map(state => ({ state, clauses: counts.find(row => row.state === state)?.clauses ?? 0 })),
      provenUntil: until === null ? null : iso(until),
    }
  },
})
