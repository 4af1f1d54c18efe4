import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { reading } from '#api/endpoint.ts'
import { statement } from '#db/statement.ts'

/** Waiting claims are counted so far: 1,000,000 of them take ten times as long as this many. */
const mostWaiting = 100_000

const waiting = (condition: string) => `(select count(*)::int from (
  select from evidence_claim where organization_id = $1 and status = 'submitted'${condition} limit ${mostWaiting}) x)`

/** `organization_id, reviewer_id` */
const countWaiting = statement<{ waiting: number; mine: number }>(
  'count_claims_waiting',
  `select ${waiting('')} as waiting, ${waiting(' and reviewer_id = $2')} as mine`,
)

const Count = Type.Integer({ minimum: 0, maximum: mostWaiting })

export const getReviewOverview = reading({
  name: 'getReviewOverview',
  summary: 'How many claims wait for a decision, of everybody and of the reader',
  tag: 'Overview',
  workspace: { path: '/overview/review', roles: [...roles] },
  response: Type.Object(
    {
      waiting: { ...Count, description: 'Submitted claims.' },
      mine: { ...Count, description: 'Those assigned to the reader.' },
      countedUpTo: Type.Integer({ description: 'Counting ends here: such a count means so many or more.' }),
    },
    { title: 'ReviewOverview' },
  ),
  async run({ organizationId, actor, read }) {
    const [counts] = await read(countWaiting, [organizationId, actor.id])
    return { waiting: counts?.waiting ?? 0, mine: counts?.mine ?? 0, countedUpTo: mostWaiting }
  },
})
