import { Type } from 'typebox'
import { asActor, roles } from '#http/access.ts'
import { type Change, change } from '#http/call.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { signInFirst } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { endSessionById, lockPerson } from '#src/features/access/queries.ts'
import { Session } from '#src/features/access/session.ts'
import { Slug } from './choice.ts'
import { findOwnLogin } from './own-login.ts'
import { findOwnWorkspaces } from './own-workspaces.ts'

/**
 * The new session inherits the end of the old session and the time of its last proof, so that switching back and forth
 * gains nothing.
 */
export const switchWorkspace = commitEndpoint({
  name: 'switchWorkspace',
  summary:
    "Continue in another workspace of your login; requires a session opened with the login's password or a passkey",
  tag: 'Session',
  enrols: true,
  method: 'POST',
  workspace: { path: '/session/switch', roles: [...roles] },
  status: 200,
  action: 'session.close',
  reason: false,
  body: Type.Object({ organization: Slug }, { additionalProperties: false }),
  response: Session,
  errors: ['not_found', 'unprocessable'],
  async run(call, { body }) {
    const { organizationId: currentId, actor: currentActor } = call
    const login = await findOwnLogin(call)
    const target = (await findOwnWorkspaces(call, login)).find(({ slug }) => slug === body.organization)
    if (!target) throw notFound('workspace')
    const { id: organizationId, personId: id, row } = target
    const { expiresAt, openedWith } = login
    const provedAt = login.provedAt?.getTime() ?? null
    if (organizationId === currentId)
      throw new Refusal('unprocessable', sentence`session.already_there: You are already in this workspace.`)
    const { role, record } = row
    const actor = asActor({ kind: 'person', id, organizationId, role })
    const endCurrentSession = async ({ tx }: Change) => {
      // Locks the login, so that a concurrent change waits and then ends the new session too.
      const [person] = await lockPerson(tx, id)
      tx.rebind(currentId)
      const [session] = await tx.query(endSessionById, { id: currentActor.credentialId })
      if (!session || person?.record !== record) throw new Refusal('unauthorized', signInFirst)
      change(call, tx, 'session.close', null).audit(currentActor.id)
      tx.rebind(organizationId)
    }
    const response = await openSession(
      call,
      { actor, record },
      openedWith,
      endCurrentSession,
      provedAt,
      expiresAt.getTime(),
    )
    call.identities.forget()
    return response
  },
})
