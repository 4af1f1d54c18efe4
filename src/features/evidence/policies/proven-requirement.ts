import type { Change } from '#api/call.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import { holdProven, type ProvingRow } from './campaign-queries.ts'
import type { PolicyCampaign } from './policy-campaign.ts'

/** What the claim of a campaign is about, and where it comes from: a document of the workspace (interface section 2.2). */
export const provenAs = { moduleKey: 'dms', resourceType: 'document' } as const

const takes = (asked: string | null, given: string): boolean => asked === null || asked === given

/** What a requirement needs so that a campaign may prove it, each with what is said otherwise. */
const needs: readonly (readonly [(row: ProvingRow) => boolean, (row: ProvingRow) => string])[] = [
  [
    ({ status }) => status === 'active',
    ({ status }) => `The evidence requirement is ${status}; a campaign needs an active one.`,
  ],
  [
    row => takes(row.subject_module_key, provenAs.moduleKey) && takes(row.subject_resource_type, provenAs.resourceType),
    () => 'The evidence requirement is about something else than documents (dms, document).',
  ],
  [
    row => row.is_seen_alike,
    () => 'The evidence requirement is of another unit than the policy, whose people would read who acknowledged it.',
  ],
]

/** The requirement, held until the commit. Throws a 404 where there is none, and a 422 where it takes no such proof. */
export const holdRequirementOf = async (
  change: Change,
  { requirementId, policyId }: Pick<PolicyCampaign, 'requirementId' | 'policyId'>,
): Promise<ProvingRow> => {
  const row = oneOr404(await change.read(holdProven, { id: requirementId, policyId }), 'evidence requirement')
  const failed = needs.find(([holds]) => !holds(row))
  if (failed) throw new Refusal('unprocessable', failed[1](row))
  return row
}
