import type { Change } from '#api/call.ts'
import { oneOr404, Refusal } from '#api/errors.ts'
import type { CampaignKind } from './kind.ts'
import type { ProvingRow } from './queries.ts'

const takes = (asked: string | null, given: string): boolean => asked === null || asked === given

type Said = (row: ProvingRow, kind: CampaignKind) => string

/** What a requirement needs so that a campaign may prove it, each with what is said otherwise. */
const needs: readonly (readonly [(row: ProvingRow, kind: CampaignKind) => boolean, Said])[] = [
  [
    ({ status }) => status === 'active',
    ({ status }, { word }) => `The evidence requirement is ${status}; a ${word} needs an active one.`,
  ],
  [
    (row, { source }) =>
      takes(row.subject_module_key, source.moduleKey) && takes(row.subject_resource_type, source.resourceType),
    (_, { source: { words, moduleKey, resourceType } }) =>
      `The evidence requirement is about something else than ${words} (${moduleKey}, ${resourceType}).`,
  ],
  [
    row => row.is_seen_alike,
    (_, { about, given }) =>
      `The evidence requirement is of another unit than the ${about.table}, whose people would read who ${given.did} it.`,
  ],
]

/**
 * The requirement that a campaign proves, held until the commit. Throws a 404 where there is none, and a 422 where it
 * takes no such proof.
 */
export const holdRequirement = async (
  change: Change,
  kind: CampaignKind,
  ids: { readonly requirementId: string; readonly aboutId: string },
): Promise<ProvingRow> => {
  const { requirementId: id, aboutId } = ids
  const row = oneOr404(await change.read(kind.queries.holdProven, { id, aboutId }), 'evidence requirement')
  const failed = needs.find(([holds]) => !holds(row, kind))
  if (failed) throw new Refusal('unprocessable', failed[1](row, kind))
  return row
}
