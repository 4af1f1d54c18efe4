import { Type } from 'typebox'
import { asActor, roles } from '#http/access.ts'
import { type Change, change } from '#http/call.ts'
import { committing } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { signInFirst } from '#http/sentences.ts'
import { sentence } from '#lib/sentence.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { endSessionById, lockPerson } from '#src/features/access/queries.ts'
import { Session } from '#src/features/access/session.ts'
import { Slug } from './choice.ts'
import { findOwnLogin } from './own-login.ts'
import { workspacesOf } from './own-workspaces.ts'

/**
 * The new session inherits the end of the old one and the time of its last proof: switching back and forth gains
 * nothing.
 */
export const switchWorkspace = committing({
  name: 'switchWorkspace',
  summary:
    'Continue in another workspace of your login; only a session that was opened with its password or a passkey can',
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
    const { organizationId: from, actor: leaving } = call
    const login = await findOwnLogin(call)
    const found = (await workspacesOf(call, login)).find(({ slug }) => slug === body.organization)
    if (!found) throw notFound('workspace')
    const { id: organizationId, personId: id, row } = found
    const { expiresAt, openedWith } = login
    const provedAt = login.provedAt?.getTime() ?? null
    if (organizationId === from)
      throw new Refusal('unprocessable', sentence`session.already_there: You are already in this workspace.`)
    const { role, record } = row
    const actor = asActor({ kind: 'person', id, organizationId, role })
    const leave = async ({ tx }: Change) => {
      // Locks the login: a concurrent change waits, and then ends the new session too.
      const [entering] = await tx.query(lockPerson, { id })
      tx.rebind(from)
      const [left] = await tx.query(endSessionById, { id: leaving.credentialId })
      if (!left || entering?.record !== record) throw new Refusal('unauthorized', signInFirst)
      change(call, tx, 'session.close', null).audit(leaving.id)
      tx.rebind(organizationId)
    }
    const answer = await openSession(call, { actor, record }, openedWith, leave, provedAt, expiresAt.getTime())
    call.identities.forget()
    return answer
  },
})
