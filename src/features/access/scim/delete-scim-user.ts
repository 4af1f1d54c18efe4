import { Type } from 'typebox'
import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { scimWrite } from './scim-response.ts'
import { UserParams } from './user-params.ts'
import { changeUser } from './write-user.ts'

/** The person's record remains, because of their decisions. Creating the same user later restores them. */
export const deleteScimUser = commitEndpoint({
  name: 'deleteScimUser',
  summary: 'Delete a user: their access ends, their past actions remain',
  ...scimWrite,
  method: 'DELETE',
  scim: { path: '/{workspace}/Users/{userId}' },
  status: 204,
  action: 'person.update',
  params: UserParams,
  response: Type.Null(),
  errors: ['not_found', 'forbidden_resource'],
  needs: ['scimLog'],
  run: (call, { params }) =>
    logRequest(call, describe => {
      describe({ target: params.userId })
      return call.commit('', async ctx => {
        await changeUser(ctx, params.userId, user => ({ user, deleted: true }))
        describe({ changed: ['active'] })
        return null
      })
    }),
})
