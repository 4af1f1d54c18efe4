import { committing } from '#http/endpoint.ts'
import { AnyBody, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { changeMembers, GroupParams, groupConflicts, groupOr404, readGroup } from './group.ts'
import { lockScimGroup } from './group-queries.ts'
import { Answered, written } from './served.ts'
import { answerGroup, renameGroup } from './write-group.ts'

export const replaceScimGroup = committing({
  name: 'replaceScimGroup',
  summary: 'Replace a group; its members stay if none are sent',
  ...written,
  method: 'PUT',
  scim: { path: '/{workspace}/Groups/{groupId}' },
  status: 200,
  action: 'scim_group.update',
  params: GroupParams,
  query: ResourceQuery,
  body: AnyBody,
  response: Answered,
  errors: ['not_found', 'conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { params, query, body }) =>
    described(call, describe => {
      const { group, ignored } = readGroup(body)
      const id = params.groupId
      describe({ target: id, ignored })
      return call.commit('', async ctx => {
        const row = groupOr404(await ctx.tx.query(lockScimGroup, { id }))
        const renamed = await renameGroup(ctx, row, group)
        // Members that are not sent stay: no one loses access because a sender omits something.
        const kept = group.memberIds ? [{ op: 'keep', ids: group.memberIds } as const] : []
        const { personIds, detail } = await changeMembers(ctx, id, kept)
        const changed = [...renamed, ...(personIds.length > 0 ? ['members'] : [])]
        if (changed.length > 0) ctx.audit(id, { detail: [...renamed, detail].filter(Boolean).join('; ') })
        describe({ changed })
        return answerGroup(ctx, id, query)
      })
    }),
})
