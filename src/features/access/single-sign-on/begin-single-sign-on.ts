import * as oidc from 'openid-client'
import { Type } from 'typebox'
import { normalizeEmail } from '#api/email-address.ts'
import { type CommittingCall, committing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { proofLasts } from '#api/recent-proof.ts'
import { readRecord } from '#api/record.ts'
import { minute, second } from '#lib/clock.ts'
import { attempt, chargeSignOn, isSignOnKnown } from '#src/features/access/attempts.ts'
import { Slug } from '#src/features/access/logins/choice.ts'
import { findLoginsAt } from '#src/features/access/logins/queries.ts'
import { PersonInput } from '#src/features/access/person.ts'
import { findOrganization } from '#src/features/access/queries.ts'
import { redirectUri } from './client-metadata.ts'
import { keepFlow } from './flow.ts'
import { domainOf, StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import { findProvider, organizationsOfDomain } from './queries.ts'

/**
 * The provider at which an address signs in: that of a workspace that has proved the domain, preferably one where the
 * person exists. A workspace with an unproved domain has to be named, and the address has to exist there, so that an
 * address never leads to a workspace that merely claims its domain.
 */
const organizationOf = async (
  { db }: CommittingCall,
  email: string,
  slug: string | undefined,
): Promise<{ readonly id: string; readonly isProved: boolean } | undefined> => {
  const counting = (await db.readInstall(organizationsOfDomain, { domain: domainOf(email) })).map(({ id }) => id)
  const theirs = (await db.readInstall(findLoginsAt, { address: email })).map(at => at.organization_id)
  if (slug === undefined) {
    const id = counting.find(id => theirs.includes(id)) ?? counting[0]
    return id === undefined ? undefined : { id, isProved: true }
  }
  for (const id of new Set([...counting, ...theirs])) {
    const [organization] = await db.read(id, findOrganization, {})
    if (organization?.slug === slug) return { id, isProved: counting.includes(id) }
  }
  return undefined
}

/**
 * Where the address signs in. That an unproved domain leads to a provider tells that the address is somebody's there:
 * those are guesses, and limited, except of whoever signed on from here before. A proved domain tells nothing.
 */
const findWhere = async (call: CommittingCall, email: string, slug: string | undefined) => {
  const organization = await organizationOf(call, email, slug)
  const [row] = organization ? await call.db.read(organization.id, findProvider, {}) : []
  if (!organization || !row) {
    await attempt(call, 'singleSignOn', email)
    throw new Refusal('unprocessable', 'There is no single sign-on for this address; sign in with a password.')
  }
  if (!organization.isProved && !(await isSignOnKnown(call, email)))
    await (await attempt(call, 'singleSignOn', email)).giveBack()
  await chargeSignOn(call, email)
  return { organizationId: organization.id, row }
}

/**
 * The provider is not called here: its metadata was stored when it was configured, so a flood of requests does not
 * reach it.
 */
export const beginSingleSignOn = committing({
  name: 'beginSingleSignOn',
  summary: 'Where somebody with this address signs in, as an address to open in the browser',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/session/single-sign-on', roles: 'public' },
  status: 200,
  action: 'single_sign_on.begin',
  reason: false,
  body: Type.Object(
    {
      email: PersonInput.email,
      organization: Type.Optional(Slug),
      fresh: Type.Optional(
        Type.Boolean({ description: 'Whether the provider shall ask anew who it is, for what asks to confirm that.' }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    url: Type.String({ description: "The provider's page, to be opened by the browser that asked." }),
    redirectOrigin: Type.String({
      description: 'Where the provider sends the browser back to; it only works from a page of this origin.',
    }),
  }),
  errors: ['unprocessable', 'rate_limited'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    const { fresh = false } = body
    const { settings, identityProviders } = call
    const { organizationId, row } = await findWhere(call, email, body.organization)
    const { clientId, maxAgeMinutes, groupsScope } = readRecord(StoredProvider, row.record)
    const ages = [...(fresh ? [proofLasts] : []), ...(maxAgeMinutes === undefined ? [] : [maxAgeMinutes * minute])]
    const maxAge = ages.length > 0 ? Math.min(...ages) : undefined
    const metadata: Metadata = JSON.parse(row.metadata)
    const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    const url = oidc.buildAuthorizationUrl(configure(identityProviders, metadata, { id: clientId }), {
      redirect_uri: redirectUri(settings.url),
      scope: ['openid email profile', ...(groupsScope ? [groupsScope] : [])].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      login_hint: email,
      // Not 0, which some providers reject or ignore: with any age the token says when the person authenticated.
      ...(maxAge !== undefined && { max_age: String(maxAge / second) }),
      ...(fresh && { prompt: 'login' }),
    })
    keepFlow(call, { organizationId, providerId: row.id, state, nonce, codeVerifier, fresh })
    return { url: url.href, redirectOrigin: new URL(settings.url).origin }
  },
})
