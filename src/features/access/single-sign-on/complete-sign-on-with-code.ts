import { Type } from 'typebox'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { invalid } from '#http/errors.ts'
import { isRequired } from '#http/sentences.ts'
import { chargeFailure } from '#src/features/access/attempts.ts'
import type { FactorProof } from '#src/features/access/logins/second-factor.ts'
import { PasskeyProof } from '#src/features/access/passkeys/prove-passkey.ts'
import { Session } from '#src/features/access/session.ts'
import { Code } from '#src/features/access/totp.ts'
import { readPendingSignOn } from './ask-second-factor.ts'
import { enterSignedOn, signOnRefusal } from './enter-signed-on.ts'
import { findIdentityProvider } from './queries.ts'

const complete = async (call: CommittingCall, proof: FactorProof) => {
  const pending = readPendingSignOn(call)
  if (!pending) throw signOnRefusal()
  const { organizationId, providerId } = pending.flow
  const [row] = await call.db.read(organizationId, findIdentityProvider, {})
  if (row?.id !== providerId) throw signOnRefusal(organizationId, 'settings changed')
  return enterSignedOn(call, pending, row, proof)
}

/** A second use of the same cookie needs a new code or challenge, since each works once. */
export const completeSignOnWithCode = commitEndpoint({
  name: 'completeSignOnWithCode',
  summary: 'Finish a single sign-on with the second factor: a code, or a passkey',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/single-sign-on/code', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object(
    { code: Type.Optional(Code), passkey: Type.Optional(PasskeyProof) },
    { additionalProperties: false, description: 'Send either a code or a passkey.' },
  ),
  response: Session,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body: { code, passkey } }) {
    if (code === undefined && passkey === undefined) throw invalid(['code'], isRequired)
    return chargeFailure(call, 'signOnCallback', () => complete(call, { code, passkey }))
  },
})
