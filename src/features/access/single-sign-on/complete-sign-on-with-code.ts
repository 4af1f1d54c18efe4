import { Type } from 'typebox'
import { type CommittingCall, committing } from '#api/endpoint.ts'
import { chargeFailure } from '#src/features/access/attempts.ts'
import { Session } from '#src/features/access/session.ts'
import { Code } from '#src/features/access/totp.ts'
import { readSignedOn } from './ask-second-factor.ts'
import { enter, refused } from './enter-signed-on.ts'
import { findProvider } from './queries.ts'

const complete = async (call: CommittingCall, code: string) => {
  const signedOn = readSignedOn(call)
  if (!signedOn) throw refused()
  const { organizationId, providerId } = signedOn.flow
  const [row] = await call.db.read(organizationId, findProvider, {})
  if (row?.id !== providerId) throw refused(organizationId, 'settings changed')
  return enter(call, signedOn, row, { code })
}

/** A second use of the same cookie takes another code, since each counts once. */
export const completeSignOnWithCode = committing({
  name: 'completeSignOnWithCode',
  summary: 'Finish a single sign-on with a code of the second factor',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/single-sign-on/code', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object({ code: Code }, { additionalProperties: false }),
  response: Session,
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body: { code } }) {
    return chargeFailure(call, 'signOnCallback', () => complete(call, code))
  },
})
