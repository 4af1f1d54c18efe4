import { Type } from 'typebox'
import { committing } from '#http/endpoint.ts'
import { described } from './describe.ts'
import { written } from './served.ts'
import { UserParams } from './user-params.ts'
import { changeUser } from './write-user.ts'

/** The person stays, because of their decisions; a later create of the same user brings them back. */
export const deleteScimUser = committing({
  name: 'deleteScimUser',
  summary: 'Delete a user: their access ends, their past actions stay',
  ...written,
  method: 'DELETE',
  scim: { path: '/{workspace}/Users/{userId}' },
  status: 204,
  action: 'person.update',
  params: UserParams,
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    described(call, describe => {
      describe({ target: params.userId })
      return call.commit('', async ctx => {
        await changeUser(ctx, params.userId, user => ({ user, deleted: true }))
        describe({ changed: ['active'] })
        return null
      })
    }),
})
