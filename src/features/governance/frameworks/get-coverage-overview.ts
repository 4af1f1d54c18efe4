import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { reading } from '#http/endpoint.ts'
import { Id } from '#http/schema.ts'
import { readsTogether } from '#shared/read-together.ts'
import { listCoverage, listCoverageDays, maxFrameworks, trendLength } from './coverage-queries.ts'

const Count = Type.Integer({ minimum: 0 })

const CoverageDay = Type.Object(
  {
    day: Type.String({ description: 'A day of the workspace, such as 2026-11-29.' }),
    applicable: Count,
    proven: Count,
    reconstructed: Type.Boolean({
      description:
        'Whether the day is from before coverage was recorded. It was computed later, without links and controls removed since.',
    }),
  },
  { title: 'CoverageDay' },
)

export const getCoverageOverview = reading({
  name: 'getCoverageOverview',
  summary: `Get how much of each active framework is proven now and was on the last ${trendLength} days`,
  tag: 'Overview',
  workspace: { path: '/overview/coverage', roles: [...roles] },
  response: Type.Object(
    {
      frameworks: Type.Array(
        Type.Object(
          {
            id: Id('gfw'),
            frameworkKey: Type.String(),
            title: Type.String(),
            applicable: { ...Count, description: 'Assessable clauses that apply to the organization.' },
            proven: Count,
            partlyProven: Count,
            days: Type.Array(CoverageDay, {
              description:
                'The recorded days, oldest first. Empty for readers with access to some units only, whose coverage differs.',
            }),
          },
          { title: 'CoveredFramework' },
        ),
        { description: `At most ${maxFrameworks}, by key.` },
      ),
      total: { ...Count, description: 'The number of active frameworks, including those beyond the limit.' },
    },
    { title: 'CoverageOverview' },
  ),
  async run(call) {
    const { now, actor } = call
    const { read } = readsTogether(call)
    const [frameworks, days] = await Promise.all([
      read(listCoverage, { now }),
      actor.units ? [] : read(listCoverageDays, { now }),
    ])
    const byFramework = Map.groupBy(days, ({ framework_id }) => framework_id)
    return {
      total: frameworks[0]?.total ?? 0,
      frameworks: frameworks.map(row => ({
        id: row.id,
        frameworkKey: row.framework_key,
        title: row.title,
        applicable: row.applicable,
        proven: row.proven,
        partlyProven: row.partly_proven,
        days: (byFramework.get(row.id) ?? []).map(({ day, applicable, proven, reconstructed }) => ({
          ...{ day, applicable, proven, reconstructed },
        })),
      })),
    }
  },
})
