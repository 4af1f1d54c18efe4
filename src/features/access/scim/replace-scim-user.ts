import { committing } from '#http/endpoint.ts'
import { answerUser } from './answer-user.ts'
import { AnyBody, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { Answered, written } from './served.ts'
import { readUser } from './user.ts'
import { UserParams } from './user-params.ts'
import { changeUser, userConflicts } from './write-user.ts'

export const replaceScimUser = committing({
  name: 'replaceScimUser',
  summary: 'Replace a user',
  ...written,
  method: 'PUT',
  scim: { path: '/{workspace}/Users/{userId}' },
  status: 200,
  action: 'person.update',
  params: UserParams,
  query: ResourceQuery,
  body: AnyBody,
  response: Answered,
  errors: ['not_found', 'conflict', 'forbidden_resource'],
  conflicts: userConflicts,
  needs: ['scimLog'],
  run: (call, { params, query, body }) =>
    described(call, describe => {
      const { user, saysActive, ignored } = readUser(body)
      describe({ target: params.userId, ignored })
      return call.commit('', async ctx => {
        // A deactivated user stays deactivated until the provider says otherwise.
        const { row, changed, kept } = await changeUser(ctx, params.userId, (_, isDeactivated) => ({
          user: saysActive ? user : { ...user, active: !isDeactivated },
        }))
        describe({ changed, ...(kept && { detail: kept }) })
        return answerUser(call, row, query)
      })
    }),
})
