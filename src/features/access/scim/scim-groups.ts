import { statement, text } from '#db/statement.ts'
import type { Change, Provided } from '#http/call.ts'
import { sentence } from '#lib/sentence.ts'
import { applyGroups } from '#src/features/access/groups/apply-groups.ts'
import { ScimProblem } from './problem.ts'

/** A group that a provider sent. */
export interface SentGroup {
  readonly id: string
  readonly displayName: string
  readonly externalId: string | null
}

const findGroupsOf = statement(
  'find_scim_groups_of_person',
  { personId: text },
  `select g.id, g.display_name, g.external_id
     from scim_group_member m join scim_group g on g.organization_id = m.organization_id and g.id = m.group_id
    where m.organization_id = :organization and m.person_id = :personId order by g.id`,
)

/** Reads the groups of a person, as the provider sent them. */
export const readScimGroups = async ({ read }: Pick<Change, 'read'>, personId: string): Promise<SentGroup[]> =>
  (await read(findGroupsOf, { personId })).map(({ id, display_name: displayName, external_id: externalId }) => ({
    id,
    displayName,
    externalId,
  }))

/** The maximum number of group names stored for one person. */
const maxNames = 2000

const readNames = async (ctx: Change, id: string): Promise<string[]> => {
  const groups = await readScimGroups(ctx, id)
  const names = groups.flatMap(({ displayName, externalId }) => [displayName, ...(externalId ? [externalId] : [])])
  if (names.length > maxNames)
    throw new ScimProblem('invalidValue', `${id} has more than ${maxNames} names and ids of groups; assign fewer.`)
  return names
}

/**
 * Applies group rules to people whose groups or status a change affected, in the same transaction. A SCIM rule
 * identifies a group by its name or by its id at the provider.
 */
export const applyScimGroups = async (
  ctx: Change & Provided<'scimLog'>,
  personIds: readonly string[],
): Promise<void> => {
  // In a fixed order, so that two requests for the same people do not deadlock.
  for (const id of [...new Set(personIds)].sort()) {
    const { keptAdministrator, person } = await applyGroups(ctx, { id }, () => readNames(ctx, id), 'scim')
    if (keptAdministrator)
      ctx.scimLog.describe(ctx.requestId, {
        detail: sentence`scim.administrator_kept: ${{ name: person.name }} is the last administrator: they keep the role and become managed by hand.`,
      })
  }
}
