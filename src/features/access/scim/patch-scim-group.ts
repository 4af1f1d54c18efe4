import { Type } from 'typebox'
import { committing } from '#http/endpoint.ts'
import { AnyBody, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { changeMembers, GroupParams, groupConflicts, groupOr404 } from './group.ts'
import { holdScimGroup, lockScimGroup } from './group-queries.ts'
import { readGroupPatch } from './patch-group.ts'
import { written } from './served.ts'
import { renameGroup } from './write-group.ts'

/** Answers without the group: otherwise each of 5,000 members sent one by one would be answered with all of them. */
export const patchScimGroup = committing({
  name: 'patchScimGroup',
  summary: 'Add or remove members of a group, or rename it',
  ...written,
  method: 'PATCH',
  scim: { path: '/{workspace}/Groups/{groupId}' },
  status: 204,
  action: 'scim_group.update',
  params: GroupParams,
  query: ResourceQuery,
  body: AnyBody,
  response: Type.Null(),
  errors: ['not_found', 'conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { params, body }) =>
    described(call, describe => {
      const { displayName, externalId, members, ignored } = readGroupPatch(body)
      const id = params.groupId
      describe({ target: id, ignored })
      const renames = displayName !== undefined || externalId !== undefined
      const isWhole = renames || members.some(({ op }) => op === 'keep' || op === 'clear')
      return call.commit('', async ctx => {
        const row = groupOr404(await ctx.tx.query(isWhole ? lockScimGroup : holdScimGroup, { id }))
        const names = {
          displayName: displayName ?? row.display_name,
          externalId: externalId === undefined ? row.external_id : externalId,
        }
        const renamed = renames ? await renameGroup(ctx, row, names) : []
        const { personIds, detail } = await changeMembers(ctx, id, members)
        const changed = [...renamed, ...(personIds.length > 0 ? ['members'] : [])]
        if (changed.length > 0) ctx.audit(id, { detail: [...renamed, detail].filter(Boolean).join('; ') })
        describe({ changed })
        return null
      })
    }),
})
