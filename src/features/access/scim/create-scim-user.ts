import type { Change, Provided } from '#http/call.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { recordMailbox } from '#src/features/access/custodians.ts'
import { evaluatePerson } from '#src/features/access/groups/apply-groups.ts'
import { addLogin } from '#src/features/access/logins/login.ts'
import { newPerson, renderPerson } from '#src/features/access/person.ts'
import { insertPerson } from '#src/features/access/queries.ts'
import { watchPerson } from '#src/features/access/watched-changes.ts'
import { logRequest } from './describe.ts'
import { findSameUsers, findScimUser, type UserRow } from './queries.ts'
import { renderUserResponse } from './render-user-response.ts'
import { scimBaseUrl } from './resource.ts'
import { Params, ResourceQuery, ScimBody } from './scim-request.ts'
import { ScimResponse, scimWrite } from './scim-response.ts'
import { recordTokenHolders } from './token-holders.ts'
import { readUser, type ScimUser, toPersonFields } from './user.ts'
import { changeUser, storeUser, userConflicts } from './write-user.ts'

/** The role with the fewest permissions, read only. Groups can give more. */
const initialRole = 'auditor'

const addPerson = async (ctx: Change, user: ScimUser): Promise<UserRow> => {
  const { tx, ids, now, audit } = ctx
  const id = ids.next('prs', now)
  const { email, name } = toPersonFields(user)
  const status = user.active ? ('active' as const) : ('disabled' as const)
  const person = { ...newPerson({ id, email, name, role: initialRole }, iso(now)), status }
  const record = renderPerson(person)
  const loginId = addLogin(ctx, { address: email, personId: id, passwordHash: null })
  tx.write(insertPerson, { id, loginId, role: initialRole, disabled: !user.active, record })
  storeUser(ctx, id, user, { deactivated: !user.active })
  audit(id, { after: record, detail: 'SCIM' })
  watchPerson(ctx, undefined, person)
  await recordTokenHolders(ctx, id, 'provisioning_token')
  await recordMailbox(ctx, person)
  // If rules for SCIM groups exist, they decide from the start: a user without a group has no access.
  await evaluatePerson(ctx, id, { sent: { source: 'scim', groups: [] }, takesOver: true })
  const [row] = await tx.query(findScimUser, { id })
  if (!row) throw new Error(`the user ${id} was not written`)
  return row
}

/** Creates a user, or restores a deleted one. Throws 409 for an existing user. */
const createOrRestore = async (ctx: Change & Provided<'scimLog'>, user: ScimUser): Promise<UserRow> => {
  const { userName, externalId = null } = user
  const address = toPersonFields(user).email
  const matches = await ctx.tx.query(findSameUsers, { userName, externalId, address })
  const [first, ...more] = matches
  if (!first) return addPerson(ctx, user)
  if (matches.some(({ deleted }) => !deleted))
    throw new Refusal(
      'conflict',
      sentence`scim.user_exists: A user with this userName, externalId or e-mail address exists; find it with a filter.`,
    )
  if (more.length > 0)
    throw new Refusal(
      'conflict',
      sentence`scim.several_deleted_users: userName, externalId and e-mail address belong to different deleted users; send those of one user.`,
    )
  return (await changeUser(ctx, first.id, () => ({ user }), true)).row
}

export const createScimUser = commitEndpoint({
  name: 'createScimUser',
  summary: 'Create a user, or restore a deleted one',
  ...scimWrite,
  method: 'POST',
  scim: { path: '/{workspace}/Users' },
  status: 201,
  action: 'person.create',
  params: Params,
  query: ResourceQuery,
  body: ScimBody,
  response: ScimResponse,
  errors: ['conflict'],
  conflicts: userConflicts,
  needs: ['scimLog'],
  run: (call, { query, body }) =>
    logRequest(call, describe => {
      const { user, ignored } = readUser(body)
      describe({ ignored })
      return call.commit('', async ctx => {
        const row = await createOrRestore(ctx, user)
        const { id } = row
        const changed = ['userName', 'externalId', 'displayName', 'name', 'emails', 'active'] as const
        describe({ target: id, changed: changed.filter(name => user[name] !== undefined) })
        call.setHeader('location', `${scimBaseUrl(call.settings.url, call.organizationId)}/Users/${id}`)
        return renderUserResponse(call, row, query)
      })
    }),
})
