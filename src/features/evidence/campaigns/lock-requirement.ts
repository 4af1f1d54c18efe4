import type { Change } from '#http/call.ts'
import { firstOrNotFound, Refusal } from '#http/errors.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { shareUnitOf } from '#shared/unit-lock.ts'
import type { CampaignKind } from './kind.ts'
import type { ProvingRow } from './queries.ts'

/** Whether a requirement accepts `actual`: it requires this value, or no particular one. */
const accepts = (required: string | null, actual: string): boolean => required === null || required === actual

type Condition = (row: ProvingRow, kind: CampaignKind) => boolean
type RefusalText = (row: ProvingRow, kind: CampaignKind) => Sentence

/** The conditions under which a campaign may prove a requirement, each with its refusal. */
const conditions: readonly (readonly [Condition, RefusalText])[] = [
  [
    ({ status }) => status === 'active',
    ({ status }, { word }) =>
      sentence`campaign.requirement_not_active: The evidence requirement is ${{ status }}; a ${{ campaign: word }} needs an active one.`,
  ],
  [
    (row, { source }) =>
      accepts(row.subject_module_key, source.moduleKey) && accepts(row.subject_resource_type, source.resourceType),
    (_, { source: { words, moduleKey, resourceType } }) =>
      sentence`campaign.requirement_about_other: The evidence requirement is not about ${{ words }} (${{ moduleKey }}, ${{ resourceType }}); choose another requirement.`,
  ],
  [
    row => row.is_seen_alike,
    (_, { about, responses }) =>
      sentence`campaign.requirement_of_other_unit: The evidence requirement belongs to another unit than the ${{ subject: about.table }}, and the members of that unit would see who ${{ done: responses.participle }} it. Choose another requirement.`,
  ],
]

/**
 * Returns the requirement that a campaign proves, locked until the commit. Throws a 404 if it does not exist, and a 422
 * if it does not accept such proof.
 */
export const lockCampaignRequirement = async (
  change: Change,
  kind: CampaignKind,
  ids: { readonly requirementId: string; readonly aboutId: string },
): Promise<ProvingRow> => {
  const { requirementId: id, aboutId } = ids
  const { tx } = change
  const { shareSubject, findProvenRequirement } = kind.queries
  tx.write(shareUnitOf, { id })
  tx.write(shareSubject, { aboutId })
  const row = firstOrNotFound(await tx.query(findProvenRequirement, { id, aboutId }), 'evidence requirement')
  const failed = conditions.find(([isMet]) => !isMet(row, kind))
  if (failed) throw new Refusal('unprocessable', failed[1](row, kind))
  return row
}
