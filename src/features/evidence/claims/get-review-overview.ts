import { Type } from 'typebox'
import { statement, text } from '#db/statement.ts'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'

/** Counting stops at this number, because counting 1,000,000 claims takes ten times as long. */
const maxWaiting = 100_000

const countUpToLimit = (condition: string) => `(select count(*)::int from (
  select from evidence_claim where organization_id = :organization and status = 'submitted'${condition} limit ${maxWaiting}) x)`

const countWaiting = statement(
  'count_claims_waiting',
  { reviewerId: text },
  `select ${countUpToLimit('')} as waiting, ${countUpToLimit(' and reviewer_id = :reviewerId')} as mine,
     ${countUpToLimit(' and question_id is not null and reviewer_id = :reviewerId')} as in_question`,
)

const Count = Type.Integer({ minimum: 0, maximum: maxWaiting })

export const getReviewOverview = readEndpoint({
  name: 'getReviewOverview',
  summary: 'Count the claims that await a decision, in total and assigned to the caller',
  tag: 'Overview',
  workspace: { path: '/overview/review', roles: [...roles] },
  response: Type.Object(
    {
      waiting: { ...Count, description: 'Submitted claims.' },
      mine: {
        ...Count,
        description: 'Submitted claims assigned to the caller, except those that wait for an answer.',
      },
      inQuestion: { ...Count, description: 'Submitted claims assigned to the caller that wait for an answer.' },
      countedUpTo: Type.Integer({
        description: 'Counting stops at this number: a count equal to it means this many or more.',
      }),
    },
    { title: 'ReviewOverview' },
  ),
  async run({ actor, read }) {
    const [counts] = await read(countWaiting, { reviewerId: actor.id })
    const { waiting = 0, mine = 0, in_question: inQuestion = 0 } = counts ?? {}
    return { waiting, mine: Math.max(0, mine - inQuestion), inQuestion, countedUpTo: maxWaiting }
  },
})
