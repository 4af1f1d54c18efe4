import { committing } from '#http/endpoint.ts'
import { answerUser } from './answer-user.ts'
import { AnyBody, ResourceQuery } from './asked.ts'
import { described } from './describe.ts'
import { patchUser } from './patch-user.ts'
import { Answered, written } from './served.ts'
import { UserParams } from './user-params.ts'
import { changeUser, userConflicts } from './write-user.ts'

export const patchScimUser = committing({
  name: 'patchScimUser',
  summary: 'Change attributes of a user, such as active',
  ...written,
  method: 'PATCH',
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
      describe({ target: params.userId })
      return call.commit('', async ctx => {
        const { row, changed, kept } = await changeUser(ctx, params.userId, present => {
          const { user, ignored } = patchUser(present, body)
          describe({ ignored })
          return { user }
        })
        describe({ changed, ...(kept && { detail: kept }) })
        return answerUser(call, row, query)
      })
    }),
})
