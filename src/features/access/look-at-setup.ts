import { type Static, Type } from 'typebox'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'
import { chargeAttempt } from './attempts.ts'
import { stateOfSetupLink } from './queries.ts'

export const SetupToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part after # in the link.',
})

const State = Type.Enum(['good', 'used', 'expired', 'unknown'], {
  description:
    'used: the first administrator exists already; unknown: the link never existed, or a later link replaced it.',
})

type State = Static<typeof State>

/**
 * Returns the state of a link and counts an invalid link as an attempt. A link that never existed is `unknown`
 * regardless of the state of the install, so that the response reveals nothing. Throws 429.
 */
const checkLink = async (call: CommittingCall, token: string): Promise<State> => {
  const [link] = await call.db.readInstall(stateOfSetupLink, { tokenSha256: sha256Hex(token), now: iso(call.now) })
  const state = link?.state ?? 'unknown'
  if (state !== 'good') await chargeAttempt(call, 'link')
  return state
}

const refusals: Readonly<Record<Exclude<State, 'good'>, Sentence>> = {
  used: sentence`setup.link_used: The setup link was already used; sign in, or ask an administrator for an invitation.`,
  expired: sentence`setup.link_expired: The setup link has expired; restart Probata to get a new one.`,
  unknown: sentence`setup.link_replaced: The setup link is not the latest one; restart Probata to get a new one.`,
}

/** The refusal for an invalid setup link, with the reason. */
const refusalOf = (state: State): Refusal => new Refusal('unauthorized', refusals[state === 'good' ? 'used' : state])

export const setupRefusal = async (call: CommittingCall, token: string): Promise<Refusal> =>
  refusalOf(await checkLink(call, token))

/** The refusal for the second of two concurrent uses of a link. */
export const usedSetupLink = (): Refusal => refusalOf('used')

export const lookAtSetup = commitEndpoint({
  name: 'lookAtSetup',
  summary: 'Check whether a setup link is valid, without using it',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/setup/look', roles: 'public' },
  status: 200,
  action: 'setup.look',
  reason: false,
  body: Type.Object({ token: SetupToken }, { additionalProperties: false }),
  response: Type.Object({ state: State }, { title: 'SetupLink' }),
  errors: ['rate_limited'],
  async run(call, { body }) {
    return { state: await checkLink(call, body.token) }
  },
})
