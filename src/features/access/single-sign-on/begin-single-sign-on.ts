import { Type } from 'typebox'
import { type CommittingCall, commitEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { chargeAttempt, chargeSignOn, isSignOnKnown } from '#src/features/access/attempts.ts'
import { Slug } from '#src/features/access/logins/choice.ts'
import { findLoginsAt } from '#src/features/access/logins/queries.ts'
import { PersonInput } from '#src/features/access/person.ts'
import { findOrganization } from '#src/features/access/queries.ts'
import { beginAtProvider, SignOnAddress } from './begin-at-provider.ts'
import { domainOf } from './identity-provider.ts'
import { findIdentityProvider, organizationsOfDomain } from './queries.ts'

/**
 * Finds the workspace at whose provider an address signs in. The workspace must have proved the address's domain;
 * workspaces that have a person with the address come first. For an unproved domain, the request must name the
 * workspace, and the address must exist there. An address therefore never leads to a workspace that merely claims its
 * domain.
 */
const findSignOnOrganization = async (
  { db }: CommittingCall,
  email: string,
  slug: string | undefined,
): Promise<{ readonly id: string; readonly isProved: boolean } | undefined> => {
  const provingIds = (await db.readInstall(organizationsOfDomain, { domain: domainOf(email) })).map(({ id }) => id)
  const memberIds = (await db.readInstall(findLoginsAt, { address: email })).map(login => login.organization_id)
  if (slug === undefined) {
    const id = provingIds.find(id => memberIds.includes(id)) ?? provingIds[0]
    return id === undefined ? undefined : { id, isProved: true }
  }
  for (const id of new Set([...provingIds, ...memberIds])) {
    const [organization] = await db.read(id, findOrganization, {})
    if (organization?.slug === slug) return { id, isProved: provingIds.includes(id) }
  }
  return undefined
}

/**
 * Finds the workspace and provider for an address. Finding a provider for an unproved domain reveals that the address
 * exists there. Such requests are limited like guesses, unless the address signed on from this client before. A proved
 * domain reveals nothing.
 */
const findProvider = async (call: CommittingCall, email: string, slug: string | undefined) => {
  const organization = await findSignOnOrganization(call, email, slug)
  const [row] = organization ? await call.db.read(organization.id, findIdentityProvider, {}) : []
  if (!organization || !row) {
    await chargeAttempt(call, 'singleSignOn', email)
    throw new Refusal(
      'unprocessable',
      sentence`sign_in.no_single_sign_on_for_address: There is no single sign-on for this address; sign in with a password.`,
    )
  }
  if (!organization.isProved && !(await isSignOnKnown(call, email)))
    await (await chargeAttempt(call, 'singleSignOn', email)).refund()
  await chargeSignOn(call, email)
  return { organizationId: organization.id, row }
}

export const beginSingleSignOn = commitEndpoint({
  name: 'beginSingleSignOn',
  summary: "Get the URL of the identity provider's page at which a person with this address signs in",
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
        Type.Boolean({
          description:
            'Whether the provider must authenticate the person again, for an action that requires confirmation.',
        }),
      ),
      link: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: "The part after #connect= in a mailed link, which connects the sign-on to the link's person.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: SignOnAddress,
  errors: ['unprocessable', 'rate_limited'],
  needs: ['identityProviders'],
  async run(call, { body }) {
    const email = normalizeEmail(body.email)
    const { fresh = false } = body
    const target = await findProvider(call, email, body.organization)
    const linkSha256 = body.link === undefined ? undefined : sha256Hex(body.link)
    return beginAtProvider(call, { ...target, email, fresh, ...(linkSha256 && { linkSha256 }) })
  },
})
