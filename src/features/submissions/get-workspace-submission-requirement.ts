import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Nullable, SentenceValues } from '#http/schema.ts'
import { eventKinds, listTransitions, packageStatuses } from './policy.ts'
import { RequirementParams, submissionRequirementRecords, submissionRequirementView } from './requirement.ts'
import { findSchedulePlan } from './schedules/queries.ts'
import { showTime } from './schedules/set-schedule.ts'

/** The requirement with its event policy and the transitions of its packages. */
const RequirementDetail = Type.Object(
  {
    ...submissionRequirementView.schema.properties,
    nextPackageAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the schedule creates the next package; null if it creates none.',
      }),
    ),
    scheduleProblem: Nullable(
      Type.Object(
        { message: Type.String(), code: Type.String(), values: SentenceValues('The values of the sentence, by name.') },
        { description: 'Why the schedule could not create a package; it is tried again each hour.' },
      ),
    ),
    transitions: Type.Array(
      Type.Object({
        status: Type.Enum([...packageStatuses]),
        eventKind: Type.Enum([...eventKinds]),
        becomes: Type.Array(Type.Enum([...packageStatuses]), {
          description: 'More than one status if the result depends on the receipts so far.',
        }),
        idle: Type.Boolean({ description: 'Whether the event is recorded but changes nothing.' }),
      }),
      {
        description:
          'The effect of each event in each status under the policy; events that are not listed are rejected.',
      },
    ),
  },
  { title: 'SubmissionRequirementDetail' },
)

export const getWorkspaceSubmissionRequirement = readEndpoint({
  name: 'getWorkspaceSubmissionRequirement',
  summary: 'Get one submission requirement with its event policy and the resulting transitions',
  tag: 'Submissions',
  workspace: { path: '/submission-requirements/{requirementId}', roles: [...roles] },
  params: RequirementParams,
  response: RequirementDetail,
  version: submissionRequirementRecords.version,
  errors: ['not_found'],
  async run(call, { params }) {
    const { requirementId: id } = params
    const [row, [plan]] = await Promise.all([
      submissionRequirementView.find(call, id),
      call.read(findSchedulePlan, { id }),
    ])
    return {
      ...submissionRequirementView.show(row),
      nextPackageAt: showTime(plan?.schedule_next_at ?? null),
      scheduleProblem: plan?.schedule_problem ? JSON.parse(plan.schedule_problem) : null,
      transitions: listTransitions(row.beside),
    }
  },
})
