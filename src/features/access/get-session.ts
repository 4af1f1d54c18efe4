import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { signInFirst } from '#http/sentences.ts'
import { iso } from '#lib/clock.ts'
import { findCustodiansFrom } from './custodian-queries.ts'
import { displayOf } from './display.ts'
import { findOpenSession } from './queries.ts'
import { renderSession, Session } from './session.ts'

export const getSession = readEndpoint({
  name: 'getSession',
  summary: 'Get the signed-in person and their session',
  tag: 'Session',
  enrols: true,
  workspace: { path: '/session', roles: [...roles] },
  response: Session,
  async run(call) {
    const { actor, organizationId: id } = call
    const [custody] = await call.read(findCustodiansFrom, { personId: actor.id })
    const [session] = await call.read(findOpenSession, { personId: actor.id, id: actor.credentialId })
    if (!session) throw new Refusal('unauthorized', signInFirst)
    const {
      record,
      slug,
      name,
      opened_with: signedInWith,
      expires_at: end,
      insecure,
      factor_rules: factorRules,
    } = session
    return renderSession(call.sealer, record, {
      organization: { id, slug, name, ...(actor.sample && { sample: true }) },
      signedInWith,
      expiresAt: iso(end.getTime()),
      insecure,
      maxUploadBytes: call.settings.maxUploadBytes,
      factorRules,
      display: displayOf(session),
      custodiansFrom: custody?.applies_from ?? null,
    })
  },
})
