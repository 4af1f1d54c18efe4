import * as oidc from 'openid-client'
import { Type } from 'typebox'
import { type OwnCall, own } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { readRecord } from '#api/record.ts'
import { attempt } from '#src/features/access/attempts.ts'
import { normalizeEmail, PersonInput } from '#src/features/access/person.ts'
import { findLoginName } from '#src/features/access/queries.ts'
import { keepFlow } from './flow.ts'
import { domainOf, redirectUri, StoredProvider } from './identity-provider.ts'
import { configure, type Metadata } from './metadata.ts'
import { findDomain, findProvider } from './queries.ts'

/** The organization of a person, else that of the domain of the address. */
const organizationOf = async ({ db }: OwnCall, email: string): Promise<string | undefined> => {
  const [login] = await db.readInstall(findLoginName, [email])
  if (login?.kind === 'person') return login.organization_id
  const [domain] = await db.readInstall(findDomain, [domainOf(email)])
  return domain?.organization_id
}

/** Nothing is asked of the provider here: its metadata is that of when it was set, so a flood stays with us. */
export const beginSingleSignOn = own({
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
    const { giveBack } = await attempt(call, 'singleSignOn', email)
    const { db, settings, identityProviders } = call
    const organizationId = await organizationOf(call, email)
    const [row] = organizationId ? await db.read(organizationId, findProvider, [organizationId]) : []
    if (!organizationId || !row)
      throw new Refusal('unprocessable', 'There is no single sign-on for this address; sign in with a password.')
    const { clientId } = readRecord(StoredProvider, row.record)
    const metadata: Metadata = JSON.parse(row.metadata)
    const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()]
    const url = oidc.buildAuthorizationUrl(configure(identityProviders, metadata, { id: clientId }), {
      redirect_uri: redirectUri(settings.url),
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      login_hint: email,
      ...(fresh && { prompt: 'login', max_age: '0' }),
    })
    await giveBack()
    keepFlow(call, { organizationId, providerId: row.id, state, nonce, codeVerifier, fresh })
    return { url: url.href, redirectOrigin: new URL(settings.url).origin }
  },
})
