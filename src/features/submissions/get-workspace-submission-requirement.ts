import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { eventKinds, listTransitions, packageStatuses } from './policy.ts'
import { RequirementParams, submissionRequirementRecords, submissionRequirementView } from './requirement.ts'

/** The requirement with its event policy and the transitions of its packages. */
const RequirementDetail = Type.Object(
  {
    ...submissionRequirementView.schema.properties,
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
    const row = await submissionRequirementView.find(call, params.requirementId)
    return { ...submissionRequirementView.show(row), transitions: listTransitions(row.beside) }
  },
})
