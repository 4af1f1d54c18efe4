import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { bound, parsed, plain } from '#api/bound.ts'
import type { Call } from '#api/call.ts'
import { invalid } from '#api/errors.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Line, Timestamp } from '#api/schema.ts'
import { iso } from '#lib/clock.ts'
import { ClientKey, presentClientKey } from './client-key.ts'
import { redirectUri } from './client-metadata.ts'
import { presentDomain, SignOnDomain } from './domain.ts'
import type { ClientAuthentication } from './metadata.ts'
import { findClientKeys, listDomains, type ProviderRow } from './queries.ts'

const maxDomains = 20

/** What most providers call it. */
export const defaultGroupsClaim = 'groups'

const clientAuthentications = ['client_secret', 'private_key_jwt'] as const satisfies readonly ClientAuthentication[]

const assertionAudiences = ['issuer', 'token_endpoint'] as const

/** `default_role` gives them the role of people who are made at their first sign-on. */
const withoutGroups = ['reject', 'default_role'] as const

const mapPeople = ['new', 'all'] as const
const AcceptedMethods = (claim: 'acr' | 'amr') =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 20,
    description: `Values of ${claim} in the ID token for which the second factor of a person here is not asked for.`,
  })

/** An administrator's settings of an identity provider, without its secret. */
export const ProviderInput = {
  issuer: Line(2048, 'The issuer (OpenID Connect Discovery 1.0), as the provider writes it.'),
  clientId: Line(200),
  name: Line(200, 'What people call it, for the button.'),
  createPeople: Type.Boolean({ description: 'Whether people of these domains are made when they first sign in.' }),
  defaultRole: Type.Enum([...roles], { description: 'The role of people who are made so.' }),
  emailDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: maxDomains,
    description: 'Domains of e-mail addresses: once one is proved, who has it is sent to this provider.',
  }),
  groupsClaim: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      asks: 'must be the name of a claim, or a path such as realm_access.roles',
      description:
        'Where the provider writes groups: a claim or a path such as realm_access.roles; groups when left out.',
    }),
  ),
  groupsScope: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      asks: 'must be one scope',
      description: 'A scope to request besides openid email profile, for providers that write groups only then.',
    }),
  ),
  withoutGroup: Type.Optional(
    Type.Enum([...withoutGroups], {
      description: 'What happens to people without a group that gives access; reject when left out.',
    }),
  ),
  mapPeople: Type.Optional(
    Type.Enum([...mapPeople], {
      description:
        'About whom groups decide once there are rules: people who are made at their first sign-on, or everybody from their next sign-on; new when left out.',
    }),
  ),
  addressesVerified: Type.Optional(
    Type.Boolean({
      description:
        'Whether the workspace declares that the provider has verified its addresses, for providers that do not say so (email_verified); false when left out.',
    }),
  ),
  acceptedAcr: Type.Optional(AcceptedMethods('acr')),
  acceptedAmr: Type.Optional(AcceptedMethods('amr')),
  signOutAtProvider: Type.Optional(
    Type.Boolean({
      description:
        'Whether signing out here ends the session at the provider too, where it offers that; true when left out.',
    }),
  ),
  maxAgeMinutes: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 720,
      description:
        'How long ago somebody may have proved at the provider who they are: it asks them again after that, and sessions end then. Nothing is asked for when left out.',
    }),
  ),
  clientAuthentication: Type.Optional(
    Type.Enum([...clientAuthentications], {
      description: 'How the provider knows that it is this workspace which asks; client_secret when left out.',
    }),
  ),
  assertionAudience: Type.Optional(
    Type.Enum([...assertionAudiences], {
      description:
        'Whom an assertion of private_key_jwt is for: issuer when left out; some providers only take the address of their token endpoint.',
    }),
  ),
}

const ProviderSettings = Type.Object(ProviderInput)

export type ProviderSettings = Static<typeof ProviderSettings>

const renderSettings = renderer(ProviderSettings)

/** Without what came beside them, such as the reason of a request. */
export const onlySettings = (settings: ProviderSettings): ProviderSettings =>
  readRecord(ProviderSettings, renderSettings(settings))

/**
 * What a provider without the field was set with: until then an address counted unless the provider called it unverified.
 * Settings that are stored now always have it.
 */
export const trustedBefore = true

/** What is stored of it, besides the sealed secret and the metadata. */
export const StoredProvider = Type.Object({
  ...ProviderInput,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export type StoredProvider = Static<typeof StoredProvider>

/** How people of a workspace sign in elsewhere (OpenID Connect); the client secret is never shown. */
export const IdentityProvider = Type.Object(
  {
    ...StoredProvider.properties,
    groupsClaim: Type.String(),
    withoutGroup: Type.Enum([...withoutGroups]),
    mapPeople: Type.Enum([...mapPeople]),
    addressesVerified: Type.Boolean(),
    acceptedAcr: Type.Array(Type.String()),
    acceptedAmr: Type.Array(Type.String()),
    signOutAtProvider: Type.Boolean(),
    clientAuthentication: Type.Enum([...clientAuthentications]),
    assertionAudience: Type.Enum([...assertionAudiences]),
    endsSessions: Type.Boolean({
      description: 'Whether the provider offers to sign people out (end_session_endpoint).',
    }),
    redirectUri: Type.String({ description: 'What the provider has to allow as redirect URI.' }),
    clientKeys: Type.Array(ClientKey),
    domains: Type.Array(SignOnDomain),
  },
  { title: 'IdentityProvider' },
)

export const renderProvider = renderer(StoredProvider)

export const boundProviders = bound({
  table: 'identity_provider',
  prefix: 'idp',
  content: { isCurrent: plain, metadata: parsed },
})

/** The stored record as it is answered. */
export const presentProvider = async (
  { read, organizationId, settings, now }: Pick<Call, 'read' | 'organizationId' | 'settings' | 'now'>,
  { record, metadata }: Pick<ProviderRow, 'record' | 'metadata'>,
): Promise<Static<typeof IdentityProvider>> => {
  const rows = await read(listDomains, {})
  return {
    groupsClaim: defaultGroupsClaim,
    withoutGroup: 'reject',
    mapPeople: 'new',
    addressesVerified: trustedBefore,
    ...{ acceptedAcr: [], acceptedAmr: [] },
    signOutAtProvider: true,
    clientAuthentication: 'client_secret',
    assertionAudience: 'issuer',
    ...readRecord(StoredProvider, record),
    endsSessions: 'end_session_endpoint' in JSON.parse(metadata),
    redirectUri: redirectUri(settings.url),
    clientKeys: (await read(findClientKeys, { now: iso(now) })).map(presentClientKey),
    domains: rows.map(row => presentDomain(organizationId, row)),
  }
}

const domain = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const isDomain = (text: string): boolean => domain.test(text)

/** Domains as they are stored and compared: lower case, without duplicates. Throws a 400 that names an invalid one. */
export const normalizeDomains = (given: readonly string[]): string[] => {
  const domains = given.map(text => text.trim().toLowerCase().replace(/^@/, ''))
  const wrong = domains.findIndex(text => !isDomain(text))
  if (wrong >= 0) throw invalid(['emailDomains', wrong], 'must be a domain such as example.com')
  return [...new Set(domains)]
}

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
