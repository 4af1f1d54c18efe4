import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { patchUser } from './patch-user.ts'
import { renderUserResponse } from './render-user-response.ts'
import { ResourceQuery, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'
import { UserParams } from './user-params.ts'
import { changeUser, userConflicts } from './write-user.ts'

export const patchScimUser = commitEndpoint({
  name: 'patchScimUser',
  summary: 'Change attributes of a user, such as active',
  ...scimWrite,
  method: 'PATCH',
  scim: { path: '/{workspace}/Users/{userId}' },
  status: 200,
  action: 'person.update',
  params: UserParams,
  query: ResourceQuery,
  body: ScimBody,
  response: ScimResponse,
  errors: ['not_found', 'conflict', 'forbidden_resource'],
  conflicts: userConflicts,
  needs: ['scimLog'],
  run: (call, { params, query, body }) =>
    logRequest(call, describe => {
      describe({ target: params.userId })
      return call.commit('', async ctx => {
        const { row, changed, notApplied } = await changeUser(ctx, params.userId, current => {
          const { user, ignored } = patchUser(current, body)
          describe({ ignored })
          return { user }
        })
        describe({ changed, ...(notApplied && { detail: notApplied }) })
        return renderUserResponse(call, row, query)
      })
    }),
})
