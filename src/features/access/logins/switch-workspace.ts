import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import { type Call, type Change, change } from '#api/call.ts'
import { own, reading } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { Id } from '#api/schema.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { deleteSession, findOrganization, findPerson, type PersonRow } from '#src/features/access/queries.ts'
import { Session } from '#src/features/access/session.ts'
import { Slug } from './choice.ts'
import { findOwnLogin, type OwnLogin } from './own-login.ts'

interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly personId: string
  readonly row: PersonRow
}

const workspacesOf = async ({ db }: Call, { memberships }: OwnLogin): Promise<Workspace[]> => {
  const found: Workspace[] = []
  for (const { organization_id: id, subject_id: personId } of memberships) {
    const [row] = await db.read(id, findPerson, [id, personId])
    const [organization] = await db.read(id, findOrganization, [id])
    if (row && organization && !row.disabled) found.push({ id, ...organization, personId, row })
  }
  return found
}

export const listWorkspaces = reading({
  name: 'listWorkspaces',
  summary:
    'Where this session may go on without signing in again: every workspace of a login, if it was signed in with',
  tag: 'Account',
  workspace: { path: '/account/workspaces', roles: [...roles] },
  response: Type.Object({
    workspaces: Type.Array(
      Type.Object({
        id: Id('org'),
        slug: Type.String(),
        name: Type.String(),
        role: Type.Enum([...roles]),
        current: Type.Boolean(),
      }),
    ),
  }),
  async run(call) {
    const workspaces = await workspacesOf(call, await findOwnLogin(call))
    return {
      workspaces: workspaces.map(({ id, slug, name, row: { role } }) => {
        return { id, slug, name, role, current: id === call.organizationId }
      }),
    }
  },
})

/** That there takes over when this one would have ended, and when it was proved: nothing is gained by going to and fro. */
export const switchWorkspace = own({
  name: 'switchWorkspace',
  summary: 'Go on in another workspace of your login; only a session that was opened with its password knows of them',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/switch', roles: [...roles] },
  status: 200,
  action: 'session.close',
  reason: false,
  body: Type.Object({ organization: Slug }, { additionalProperties: false }),
  response: Session,
  errors: ['not_found', 'unprocessable'],
  async run(call, { body }) {
    const { organizationId: from, actor: leaving } = call
    const login = await findOwnLogin(call)
    const found = (await workspacesOf(call, login)).find(({ slug }) => slug === body.organization)
    if (!found) throw notFound('workspace')
    const { id: organizationId, personId: id, row } = found
    const { expiresAt } = login
    const provedAt = login.provedAt?.getTime() ?? null
    if (organizationId === from) throw new Refusal('unprocessable', 'You are in this workspace already.')
    const { role, record } = row
    const actor = { kind: 'person', id, credentialId: id, organizationId, scopes: [], role } as const
    const leave = async ({ tx }: Change) => {
      tx.rebind(from)
      tx.write(deleteSession, [from, leaving.credentialId])
      change(call, tx, 'session.close', null).audit(leaving.id)
      tx.rebind(organizationId)
    }
    const answer = await openSession(call, { actor, record }, 'password', leave, provedAt, expiresAt.getTime())
    call.identities.forget()
    return answer
  },
})
