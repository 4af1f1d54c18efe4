import { Type } from 'typebox'
import type { Rendered } from '#http/answer.ts'
import type { Provided } from '#http/call.ts'
import { type CommittingCall, committing } from '#http/endpoint.ts'
import { hour, iso } from '#lib/clock.ts'
import { equalDigest, sha256Hex } from '#lib/hash.ts'
import { chargeFailure } from '#src/features/access/attempts.ts'
import { Session } from '#src/features/access/session.ts'
import { SecondFactorRequired } from './ask-second-factor.ts'
import { fetchClaims } from './claims.ts'
import { enter, refused } from './enter-signed-on.ts'
import { dropFlow, readFlow, type SignOnFlow } from './flow.ts'
import { providerErrorCode } from './metadata.ts'
import { answerOf } from './provider-answer.ts'
import { findIdentityProvider, forgetStates, type IdentityProviderRow, markState } from './queries.ts'

const sameState = (query: string, state: string): boolean => {
  const [given, ...more] = new URLSearchParams(query).getAll('state')
  return given !== undefined && more.length === 0 && equalDigest(sha256Hex(given), sha256Hex(state))
}

/** A state is used once, whatever the outcome: a replay never reaches the provider. */
const isUsed = ({ db, now }: CommittingCall, { organizationId, state }: SignOnFlow): Promise<boolean> =>
  db.transaction(organizationId, async tx => {
    tx.write(forgetStates, { until: iso(now - hour) })
    const [used] = await tx.query(markState, { stateSha256: sha256Hex(state), now: iso(now) })
    return used === undefined
  })

/** The flow and the settings that it began with, after all local checks. Throws the refusal. */
const checkFlow = async (
  call: CommittingCall,
  query: string,
): Promise<{ flow: SignOnFlow; row: IdentityProviderRow }> => {
  const flow = readFlow(call)
  dropFlow(call)
  if (!flow) throw refused()
  const { organizationId } = flow
  if (flow.isExpired) throw refused(organizationId, 'expired')
  if (!sameState(query, flow.state)) throw refused(organizationId, 'wrong state')
  if (await isUsed(call, flow)) throw refused(organizationId, 'replayed')
  const [row] = await call.db.read(organizationId, findIdentityProvider, {})
  if (row?.id !== flow.providerId) throw refused(organizationId, 'settings changed')
  return { flow, row }
}

const complete = async (call: CommittingCall & Provided<'identityProviders'>, query: string): Promise<Rendered> => {
  const { flow, row } = await checkFlow(call, query)
  const { organizationId } = flow
  const claims = await fetchClaims(call, flow, row, query).catch((error: unknown) => {
    const answer = answerOf(error)
    call.log.warn({ event: 'single_sign_on_failed', organization: organizationId, error: answer ?? error })
    throw refused(organizationId, answer?.says ?? providerErrorCode(error) ?? 'failed')
  })
  return enter(call, { flow, claims }, row, claims)
}

export const completeSingleSignOn = committing({
  name: 'completeSingleSignOn',
  summary: 'Sign in with the query with which the identity provider sent the browser back',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/single-sign-on/callback', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    {
      query: Type.String({
        maxLength: 8192,
        description: "The query of the page's address, without the question mark.",
      }),
    },
    { additionalProperties: false },
  ),
  response: Session,
  also: { 202: SecondFactorRequired },
  errors: ['unauthorized', 'rate_limited'],
  needs: ['identityProviders'],
  async run(call, { body }) {
    return chargeFailure(call, 'signOnCallback', () => complete(call, body.query.replace(/^\?/, '')))
  },
})
