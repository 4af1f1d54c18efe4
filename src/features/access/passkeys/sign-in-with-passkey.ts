import { Type } from 'typebox'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { delayFailure } from '#lib/delay-failure.ts'
import { sentence } from '#lib/sentence.ts'
import { chargeAttempt } from '#src/features/access/attempts.ts'
import { offerChoice, Slug, WorkspaceChoice } from '#src/features/access/logins/choice.ts'
import { type Entrance, entrancesOfLogin } from '#src/features/access/logins/enter.ts'
import { requireCurrentProof } from '#src/features/access/logins/require-current-proof.ts'
import { openSession } from '#src/features/access/open-session.ts'
import { Session } from '#src/features/access/session.ts'
import { PasskeyProof, provePasskey } from './prove-passkey.ts'

/** The same refusal for a passkey that is unknown, removed or locked, or whose person is disabled. */
const wrongPasskey = (): Refusal =>
  new Refusal(
    'unauthorized',
    sentence`sign_in.passkey_opens_nothing: You cannot sign in here with this passkey; try another one, or use your password.`,
  )

const findPasskeyEntrances = async (
  call: CommittingCall,
  proof: PasskeyProof,
  slug: string | undefined,
): Promise<Entrance[]> => {
  const result = await provePasskey(call, proof)
  // A passkey used alone must provide two factors: the device, and the verification of its user.
  if ('failure' in result || !result.isVerified) throw wrongPasskey()
  const entrances: Entrance[] = []
  for (const { login_id, id } of result.passkeys)
    for (const entrance of await entrancesOfLogin(call, login_id)) entrances.push({ ...entrance, passkeyId: id })
  const matches = entrances.filter(({ organization }) => slug === undefined || organization.slug === slug)
  if (matches.length === 0) throw wrongPasskey()
  return matches
}

export const signInWithPasskey = commitEndpoint({
  name: 'signInWithPasskey',
  summary: 'Sign in with a passkey alone; it must verify the person, by fingerprint or PIN',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/passkey', roles: 'public' },
  status: 200,
  action: 'session.open',
  reason: false,
  body: Type.Object({ passkey: PasskeyProof, organization: Type.Optional(Slug) }, { additionalProperties: false }),
  response: Session,
  also: { 202: WorkspaceChoice },
  errors: ['unauthorized', 'rate_limited'],
  async run(call, { body }) {
    const attempt = await chargeAttempt(call, 'passkey')
    const entrances = await attempt.run(() =>
      delayFailure(() => findPasskeyEntrances(call, body.passkey, body.organization)),
    )
    const [first, ...others] = entrances
    if (!first) throw wrongPasskey()
    if (others.length > 0) return offerChoice(call, entrances)
    return openSession(call, first, 'passkey', ctx => requireCurrentProof(ctx, proofOf(first)))
  },
})

const proofOf = ({ loginId, passwordHash, person: { secondFactor }, passkeyId }: Entrance) => ({
  loginId,
  isPassword: (hash: string) => hash === passwordHash,
  secondFactor,
  ...(passkeyId !== undefined && { passkeyId }),
})
