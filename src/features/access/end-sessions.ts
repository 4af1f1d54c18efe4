import { Type } from 'typebox'
import { roles } from '#api/access.ts'
import type { Change } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { notFound } from '#api/family.ts'
import { Reference } from '#api/schema.ts'
import { endSessionsElsewhere, inOthers } from './logins/elsewhere.ts'
import { findOwnLogin } from './logins/own-login.ts'
import { deleteOtherSessions, deleteSessionOf, deleteSessionsOf, findPerson } from './queries.ts'

// A session that was ended is refused at once here and within a second on other nodes (identity.ts).

export const endSession = changing({
  name: 'endSession',
  summary: 'End one of your sessions',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/sessions/{sessionId}', roles: [...roles] },
  status: 204,
  action: 'account.end_session',
  reason: false,
  params: Type.Object({ sessionId: Reference('ses') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run(handed, { params }) {
    const { sessionId } = params
    const { loginId, memberships } = await findOwnLogin(handed)
    let wasEnded = false
    const end = async ({ tx, organizationId, audit }: Change, personId: string) => {
      const [ended] = await tx.query(deleteSessionOf, [organizationId, personId, sessionId])
      if (!ended) return
      wasEnded = true
      audit(ended.id)
    }
    await end(handed, handed.actor.id)
    if (!wasEnded && memberships.length > 1) {
      await inOthers(handed, loginId, 'account.end_session', end)
      // The trail here has no session of another workspace.
      if (wasEnded) handed.audit(handed.actor.id)
    }
    if (!wasEnded) throw notFound('session')
    handed.tx.afterCommit(handed.identities.forget)
    return null
  },
})

export const endOtherSessions = changing({
  name: 'endOtherSessions',
  summary: 'End all of your sessions but this one',
  tag: 'Account',
  method: 'DELETE',
  workspace: { path: '/account/sessions', roles: [...roles] },
  status: 204,
  action: 'account.end_other_sessions',
  reason: false,
  response: Type.Null(),
  async run(handed) {
    const { tx, organizationId, actor, audit, identities } = handed
    const { loginId, memberships } = await findOwnLogin(handed)
    if (memberships.length > 1) await endSessionsElsewhere(handed, loginId, 'account.end_other_sessions')
    tx.write(deleteOtherSessions, [organizationId, actor.id, actor.credentialId])
    tx.afterCommit(identities.forget)
    audit(actor.id)
    return null
  },
})

export const endPersonSessions = changing({
  name: 'endPersonSessions',
  summary: 'End all sessions of somebody',
  tag: 'People',
  method: 'DELETE',
  workspace: { path: '/people/{personId}/sessions', roles: ['admin'] },
  status: 204,
  action: 'person.end_sessions',
  params: Type.Object({ personId: Reference('prs') }),
  response: Type.Null(),
  errors: ['not_found'],
  async run({ tx, organizationId, audit, identities }, { params: { personId } }) {
    const [person] = await tx.query(findPerson, [organizationId, personId])
    if (!person) throw notFound('person')
    tx.write(deleteSessionsOf, [organizationId, personId])
    tx.afterCommit(identities.forget)
    audit(personId)
    return null
  },
})
