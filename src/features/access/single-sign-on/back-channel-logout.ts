import { Type } from 'typebox'
import { anonymous } from '#http/access.ts'
import { beginCall, type Change, change, type Provided } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { notFound, Refusal } from '#http/errors.ts'
import { hour, iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { chargeFailure } from '#src/features/access/attempts.ts'
import { sidDigest } from './at-provider.ts'
import { organizationAt, WorkspaceParams } from './client-metadata.ts'
import { InvalidLogoutToken, type LogoutToken, readLogoutToken } from './logout-token.ts'
import { endSessionsOfProvider, findIdentity, findIdentityProvider, forgetStates, markStateUsed } from './queries.ts'

/** The same refusal for every failure. The workspace's audit trail has the reason. */
const logoutRefusal = (organizationId: string, reason: string): Refusal =>
  new Refusal(
    'invalid_request',
    sentence`sign_in.logout_token: The logout token is not valid here; the audit trail of the workspace has the reason.`,
    {
      about: [{ by: { ...anonymous, organizationId }, why: `back-channel logout: ${reason}` }],
    },
  )

/** Ends the sessions, with an audit row for each. A token works only once, across all nodes. */
const endSessions = async (ctx: Change, { issuer, jti, sid, subject }: LogoutToken): Promise<number> => {
  const { tx, now, audit, identities } = ctx
  tx.write(forgetStates, { until: iso(now - hour) })
  const [mark] = await tx.query(markStateUsed, { stateSha256: sha256Hex(`logout ${issuer} ${jti}`), now: iso(now) })
  if (!mark) throw new InvalidLogoutToken('used before')
  const [identity] = subject === undefined ? [] : await tx.query(findIdentity, { issuer, subject })
  if (subject !== undefined && !identity) return 0
  const personId = identity?.person_id ?? null
  const sessions = await tx.query(endSessionsOfProvider, { issuer, sidSha256: sidDigest(sid), personId })
  for (const { person_id } of sessions) audit(person_id, { detail: 'by the identity provider' })
  tx.afterCommit(identities.forget)
  return sessions.length
}

const logOut = async (
  call: CommittingCall & Provided<'identityProviders'>,
  workspace: string,
  token: string,
): Promise<number> => {
  const organizationId = organizationAt(workspace)
  const [row] = organizationId === undefined ? [] : await call.db.read(organizationId, findIdentityProvider, {})
  if (!organizationId || !row) throw notFound('identity provider')
  try {
    const logoutToken = await readLogoutToken(call, row, token)
    const actor = { ...anonymous, organizationId }
    return await call.db.transaction(organizationId, tx =>
      endSessions(change(beginCall(call, actor, call.requestId), tx, 'session.end_by_provider', null), logoutToken),
    )
  } catch (error) {
    throw error instanceof InvalidLogoutToken ? logoutRefusal(organizationId, error.message) : error
  }
}

/** Valid tokens have no rate limit, since a provider may sign out a thousand people at once. */
export const backChannelLogout = commitEndpoint({
  name: 'backChannelLogout',
  summary: 'End sessions that ended at the identity provider (OpenID Connect Back-Channel Logout 1.0)',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/back-channel-logout/{workspace}', roles: 'public' },
  status: 200,
  action: 'session.end_by_provider',
  reason: false,
  accepts: 'form',
  params: WorkspaceParams,
  body: Type.Object(
    { logout_token: Type.String({ minLength: 1, maxLength: 16_384 }) },
    { title: 'LogoutRequest', additionalProperties: true },
  ),
  response: Type.Object({ ended: Type.Integer({ description: 'The number of sessions that ended.' }) }),
  errors: ['not_found', 'rate_limited'],
  needs: ['identityProviders'],
  async run(call, { params, body }) {
    const work = () => logOut(call, params.workspace, body.logout_token)
    return { ended: await chargeFailure(call, 'backChannelLogout', work) }
  },
})
