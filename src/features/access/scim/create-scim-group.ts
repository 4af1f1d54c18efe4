import { committing } from '#http/endpoint.ts'
import { iso } from '#lib/clock.ts'
import { AnyBody, Params, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { changeMembers, groupConflicts, readGroup } from './group.ts'
import { insertScimGroup } from './group-queries.ts'
import { baseOf } from './resource.ts'
import { Answered, written } from './served.ts'
import { answerGroup } from './write-group.ts'

export const createScimGroup = committing({
  name: 'createScimGroup',
  summary: 'Create a group, with or without members',
  ...written,
  method: 'POST',
  scim: { path: '/{workspace}/Groups' },
  status: 201,
  action: 'scim_group.create',
  params: Params,
  query: ResourceQuery,
  body: AnyBody,
  response: Answered,
  errors: ['conflict'],
  conflicts: groupConflicts,
  needs: ['scimLog'],
  run: (call, { query, body }) =>
    described(call, describe => {
      const { group, ignored } = readGroup(body)
      describe({ ignored })
      return call.commit('', async ctx => {
        const { tx, ids, now, audit } = ctx
        const { displayName, externalId, memberIds = [] } = group
        const id = ids.next('grp', now)
        tx.write(insertScimGroup, { id, displayName, externalId, now: iso(now) })
        const { detail } = await changeMembers(ctx, id, memberIds.length > 0 ? [{ op: 'add', ids: memberIds }] : [])
        audit(id, { ...(detail && { detail }) })
        describe({ target: id, changed: ['displayName', ...(externalId ? ['externalId'] : []), 'members'] })
        call.setHeader('location', `${baseOf(call.settings.url, call.organizationId)}/Groups/${id}`)
        return answerGroup(ctx, id, query)
      })
    }),
})
