import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Id, Nullable } from '#http/schema.ts'
import { countByFreshness } from '#shared/count-freshness.ts'
import { dueSoonDays } from '#shared/freshness.ts'
import { readsTogether } from '#shared/read-together.ts'
import { CountedUpTo, maxCounted, Count as RequirementCount } from '#shared/trend.ts'
import { listCoverage, listCoverageDays, maxFrameworks, trendLength } from './coverage-queries.ts'

const Count = Type.Integer({ minimum: 0 })
const Percent = Nullable(Type.Integer({ minimum: 0, maximum: 100 }))

/** The number of days over which a change is measured. */
const changeDays = 30

interface Share {
  readonly applicable: number
  readonly proven: number
}

/** Returns the proven share in percent, rounded down, so that 100 means all; null without clauses. */
const percentOf = ({ applicable, proven }: Share): number | null =>
  applicable === 0 ? null : Math.floor((100 * proven) / applicable)

const percentBefore = (days: readonly (Share & { readonly age: number })[]): number | null => {
  const earlier = days.findLast(({ age }) => age >= changeDays)
  return earlier ? percentOf(earlier) : null
}

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

export const getCoverageOverview = readEndpoint({
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
            percent: {
              ...Percent,
              description: 'The proven share of the applicable clauses, rounded down; null without such clauses.',
            },
            percentBefore: {
              ...Percent,
              description: `The share ${changeDays} days ago, or on the last recorded day before; null if none is recorded.`,
            },
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
      requirements: Type.Object(
        {
          missing: { ...RequirementCount, description: 'Active requirements that never had accepted proof.' },
          stale: { ...RequirementCount, description: 'Active requirements whose accepted proof has ended.' },
          dueSoon: { ...RequirementCount, description: `Those whose proof ends within ${dueSoonDays} days.` },
          countedUpTo: CountedUpTo,
        },
        { title: 'RequirementsWithoutProof', description: 'The requirements whose proof is missing or ends.' },
      ),
    },
    { title: 'CoverageOverview' },
  ),
  async run(call) {
    const { now, actor } = call
    const reader = readsTogether(call)
    const { read } = reader
    const [frameworks, days, states] = await Promise.all([
      read(listCoverage, { now }),
      actor.units ? [] : read(listCoverageDays, { now }),
      countByFreshness(reader),
    ])
    const byFramework = Map.groupBy(days, ({ framework_id }) => framework_id)
    return {
      total: frameworks[0]?.total ?? 0,
      requirements: {
        missing: states.missing,
        stale: states.stale,
        dueSoon: states.due_soon,
        countedUpTo: maxCounted,
      },
      frameworks: frameworks.map(row => ({
        id: row.id,
        frameworkKey: row.framework_key,
        title: row.title,
        applicable: row.applicable,
        proven: row.proven,
        partlyProven: row.partly_proven,
        percent: percentOf(row),
        percentBefore: percentBefore(byFramework.get(row.id) ?? []),
        days: (byFramework.get(row.id) ?? []).map(({ day, applicable, proven, reconstructed }) => ({
          ...{ day, applicable, proven, reconstructed },
        })),
      })),
    }
  },
})
