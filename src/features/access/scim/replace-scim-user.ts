import { commitEndpoint } from '#http/endpoint.ts'
import { logRequest } from './describe.ts'
import { renderUserResponse } from './render-user-response.ts'
import { ResourceQuery, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'
import { readUser } from './user.ts'
import { UserParams } from './user-params.ts'
import { changeUser, userConflicts } from './write-user.ts'

export const replaceScimUser = commitEndpoint({
  name: 'replaceScimUser',
  summary: 'Replace a user',
  ...scimWrite,
  method: 'PUT',
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
      const { user, hasActive, ignored } = readUser(body)
      describe({ target: params.userId, ignored })
      return call.commit('', async ctx => {
        // A deactivated user stays deactivated until the provider sends `active`.
        const { row, changed, notApplied } = await changeUser(ctx, params.userId, (_, isDeactivated) => ({
          user: hasActive ? user : { ...user, active: !isDeactivated },
        }))
        describe({ changed, ...(notApplied && { detail: notApplied }) })
        return renderUserResponse(call, row, query)
      })
    }),
})
