import { Type } from 'typebox'
import type { Provided } from '#http/call.ts'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import type { Rendered } from '#http/rendered.ts'
import { hour, iso } from '#lib/clock.ts'
import { equalDigest, sha256Hex } from '#lib/hash.ts'
import { chargeFailure } from '#src/features/access/attempts.ts'
import { Session } from '#src/features/access/session.ts'
import { SecondFactorRequired } from './ask-second-factor.ts'
import { fetchClaims } from './claims.ts'
import { enterSignedOn, signOnRefusal } from './enter-signed-on.ts'
import { clearFlow, readFlow, type SignOnFlow } from './flow.ts'
import { providerErrorCode } from './metadata.ts'
import { readProviderError } from './provider-error.ts'
import { findIdentityProvider, forgetStates, type IdentityProviderRow, markStateUsed } from './queries.ts'

const isSameState = (query: string, expected: string): boolean => {
  const [state, ...more] = new URLSearchParams(query).getAll('state')
  return state !== undefined && more.length === 0 && equalDigest(sha256Hex(state), sha256Hex(expected))
}

/** Marks a state as used, whatever the outcome, so that a replay never reaches the provider. */
const wasUsed = ({ db, now }: CommittingCall, { organizationId, state }: SignOnFlow): Promise<boolean> =>
  db.transaction(organizationId, async tx => {
    tx.write(forgetStates, { until: iso(now - hour) })
    const [mark] = await tx.query(markStateUsed, { stateSha256: sha256Hex(state), now: iso(now) })
    return mark === undefined
  })

/** Runs all local checks. Returns the flow and the settings that it started with, or throws the refusal. */
const checkFlow = async (
  call: CommittingCall,
  query: string,
): Promise<{ flow: SignOnFlow; row: IdentityProviderRow }> => {
  const flow = readFlow(call)
  clearFlow(call)
  if (!flow) throw signOnRefusal()
  const { organizationId } = flow
  if (flow.isExpired) throw signOnRefusal(organizationId, 'expired')
  if (!isSameState(query, flow.state)) throw signOnRefusal(organizationId, 'wrong state')
  if (await wasUsed(call, flow)) throw signOnRefusal(organizationId, 'replayed')
  const [row] = await call.db.read(organizationId, findIdentityProvider, {})
  if (row?.id !== flow.providerId) throw signOnRefusal(organizationId, 'settings changed')
  return { flow, row }
}

const complete = async (call: CommittingCall & Provided<'identityProviders'>, query: string): Promise<Rendered> => {
  const { flow, row } = await checkFlow(call, query)
  const { organizationId } = flow
  const claims = await fetchClaims(call, flow, row, query).catch((error: unknown) => {
    const providerError = readProviderError(error)
    call.log.warn({ event: 'single_sign_on_failed', organization: organizationId, error: providerError ?? error })
    throw signOnRefusal(organizationId, providerError?.text ?? providerErrorCode(error) ?? 'failed')
  })
  return enterSignedOn(call, { flow, claims }, row, claims)
}

export const completeSingleSignOn = commitEndpoint({
  name: 'completeSingleSignOn',
  summary: 'Complete a sign-on with the query string from the identity provider',
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
        description: "The query string of the page's URL, without the question mark.",
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
