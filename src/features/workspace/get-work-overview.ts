import { Type } from 'typebox'
import type { RowOf } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { Work } from '#shared/work.ts'
import { readWorkOverview } from '#shared/work-overview.ts'
import { workKinds } from '#shared/work-source.ts'
import { findFirstSteps } from './queries.ts'

/** The number of records that the home page shows. */
const maxFirst = 10

const Count = Type.Integer({ minimum: 0 })

const step = (description: string) => Type.Boolean({ description })

const FirstSteps = Type.Object(
  {
    named: step('Whether the workspace has a name that differs from its identifier.'),
    framework: step('Whether the workspace has a framework.'),
    requirement: step('Whether the workspace has an evidence requirement.'),
    reviewer: step('Whether another administrator or reviewer exists or is invited.'),
    proof: step('Whether the workspace has a claim.'),
  },
  { title: 'FirstSteps' },
)

const showFirstSteps = ({ in_use: isInUse, ...steps }: RowOf<typeof findFirstSteps>) =>
  isInUse || Object.values(steps).every(Boolean) ? null : steps

export const getWorkOverview = readEndpoint({
  name: 'getWorkOverview',
  summary:
    'Count the work that needs the caller, by kind, and get the first records and the first steps of a new workspace',
  tag: 'Overview',
  workspace: { path: '/overview/work', roles: [...roles] },
  response: Type.Object(
    {
      counts: Type.Array(
        Type.Object(
          {
            kind: Type.Enum([...workKinds]),
            count: { ...Count, description: 'The records that listMyWork returns for this kind.' },
            late: { ...Count, description: 'Those that it returns with due=late.' },
            week: { ...Count, description: 'Those that it returns with due=week.' },
            more: Type.Boolean({ description: 'Whether the search stopped at its limit, so that more may exist.' }),
          },
          { title: 'WorkCount' },
        ),
        { description: 'The kinds with any work, in the order of listMyWork with order=kind.' },
      ),
      work: Type.Array(Work, { description: `The first records by due date, at most ${maxFirst}.` }),
      firstSteps: Nullable({
        ...FirstSteps,
        description:
          'The first steps; null once all are done or the workspace has accepted proof or a package, and for readers limited to some units.',
      }),
    },
    { title: 'WorkOverview' },
  ),
  needs: ['workSources'],
  async run(call) {
    const { actor, organizationId, now, read } = call
    const { id, role = 'auditor', units } = actor
    const [overview, [steps]] = await Promise.all([
      readWorkOverview(call, { id, role, bounds: organizationId }, { now, limit: maxFirst }),
      units ? [] : read(findFirstSteps, { personId: id, now: iso(now) }),
    ])
    return { ...overview, firstSteps: steps ? showFirstSteps(steps) : null }
  },
})
