import { Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { countByFreshness } from '#shared/count-freshness.ts'
import { readsTogether } from '#shared/read-together.ts'
import { Count, CountedUpTo, counted, dailyCount, maxCounted, readDaily, Trend, trendDays } from '#shared/trend.ts'

const submitted = `from evidence_claim where organization_id = :organization and status = 'submitted'`

const countReviews = statement(
  'count_claims_to_review',
  { reviewerId: text },
  `select ${counted(submitted)} as to_review, ${counted(`${submitted} and reviewer_id = :reviewerId`)} as mine`,
)

const created = dailyCount({ name: 'daily_claims_created', table: 'evidence_claim', prefix: 'gec' })

const dailyDecisions = (decision: 'accepted' | 'rejected') =>
  dailyCount({
    name: `daily_claims_${decision}`,
    table: 'review_decision',
    prefix: 'rvd',
    condition: ` and decision = '${decision}'`,
  })

const accepted = dailyDecisions('accepted')
const rejected = dailyDecisions('rejected')

export const getEvidenceOverview = readEndpoint({
  name: 'getEvidenceOverview',
  summary: 'Count the claims to review, requirements by freshness, and 30 days of claims and decisions',
  tag: 'Overview',
  workspace: { path: '/overview/evidence', roles: [...roles] },
  response: Type.Object(
    {
      toReview: Count,
      assignedToMe: Count,
      stale: Count,
      dueSoon: Count,
      missing: Count,
      current: Count,
      countedUpTo: CountedUpTo,
      trend: Trend('created', 'accepted', 'rejected'),
    },
    { title: 'EvidenceOverview' },
  ),
  needs: ['countCache'],
  async run(incoming) {
    const call = readsTogether(incoming)
    const { actor, read } = call
    const [[reviews], states, ...trends] = await Promise.all([
      read(countReviews, { reviewerId: actor.id }),
      countByFreshness(call),
      readDaily(call, created),
      readDaily(call, accepted),
      readDaily(call, rejected),
    ])
    return {
      toReview: reviews?.to_review ?? 0,
      assignedToMe: reviews?.mine ?? 0,
      stale: states.stale,
      dueSoon: states.due_soon,
      missing: states.missing,
      current: states.current,
      countedUpTo: maxCounted,
      trend: { days: trendDays(call), created: trends[0], accepted: trends[1], rejected: trends[2] },
    }
  },
})
