import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { oneOr404 } from '#api/errors.ts'
import { Nullable, Reference, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { countCoverage } from './clause-queries.ts'
import { clauseStates } from './coverage.ts'
import { findFramework } from './framework-queries.ts'

const counted = Type.Integer({ minimum: 0 })

export const getFrameworkCoverage = reading({
  name: 'getFrameworkCoverage',
  summary: 'How many assessable clauses of a framework are proven now, and which proof ends first',
  tag: 'Frameworks',
  workspace: { path: '/frameworks/{frameworkId}/coverage', roles: [...roles] },
  params: Type.Object({ frameworkId: Reference('gfw') }),
  response: Type.Object(
    {
      clauses: counted,
      states: Type.Array(Type.Object({ state: Type.Enum([...clauseStates]), clauses: counted }), {
        description: 'Every state, in order.',
      }),
      provenUntil: Nullable({
        ...Timestamp,
        description: 'When the first of the clauses that are proven now no longer is.',
      }),
    },
    { title: 'FrameworkCoverage' },
  ),
  errors: ['not_found'],
  async run(call, { params: { frameworkId } }) {
    const [framework, counts] = await Promise.all([
      call.read(findFramework, { id: frameworkId }),
      call.read(countCoverage, { frameworkId, now: call.now }),
    ])
    oneOr404(framework, 'framework')
    const until = counts.find(row => row.state === 'proven')?.until ?? null
    return {
      clauses: counts.reduce((sum, row) => sum + row.clauses, 0),
      states: clauseStates.map(state => ({ state, clauses: counts.find(row => row.state === state)?.clauses ?? 0 })),
      provenUntil: until === null ? null : iso(until),
    }
  },
})
