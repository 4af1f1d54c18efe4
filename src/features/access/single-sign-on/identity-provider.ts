import { type Static, Type } from 'typebox'
import { bound, parsed, readAsIs } from '#family/bound.ts'
import { roles } from '#http/access.ts'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Line, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { notADomain } from '#src/features/access/sentences.ts'
import { ClientKey, presentClientKey } from './client-key.ts'
import { redirectUri } from './client-metadata.ts'
import { presentDomain, SignOnDomain } from './domain.ts'
import type { ClientAuthentication } from './metadata.ts'
import { findClientKeys, type IdentityProviderRow, listDomains } from './queries.ts'

const maxDomains = 20

/** The name that most providers use. */
export const defaultGroupsClaim = 'groups'

const clientAuthentications = ['client_secret', 'private_key_jwt'] as const satisfies readonly ClientAuthentication[]

const assertionAudiences = ['issuer', 'token_endpoint'] as const

/** `default_role` gives them the role of people who are created at their first sign-on. */
const withoutGroups = ['reject', 'default_role'] as const

const mapPeople = ['new', 'all'] as const
const AcceptedMethods = (claim: 'acr' | 'amr') =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 20,
    description: `Values of ${claim} in the ID token with which a person's second factor here is not required.`,
  })

/** An administrator's settings of an identity provider, without its secret. */
export const ProviderInput = {
  issuer: Line(2048, 'The issuer (OpenID Connect Discovery 1.0), as the provider writes it.'),
  clientId: Line(200),
  name: Line(200, 'The name that people know it by, for the button.'),
  createPeople: Type.Boolean({ description: 'Whether people of these domains are created when they first sign in.' }),
  defaultRole: Type.Enum([...roles], { description: 'The role of people who are created this way.' }),
  emailDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: maxDomains,
    description:
      'Domains of e-mail addresses: once one is proved, people with such an address are sent to this provider.',
  }),
  groupsClaim: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      asks: sentence`field.groups_claim: must be the name of a claim, or a path such as realm_access.roles`,
      description:
        'The claim in which the provider sends groups, or a path such as realm_access.roles; groups if omitted.',
    }),
  ),
  groupsScope: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      asks: sentence`field.one_scope: must be one scope`,
      description: 'A scope to request besides openid email profile, for providers that only then send groups.',
    }),
  ),
  withoutGroup: Type.Optional(
    Type.Enum([...withoutGroups], {
      description: 'The treatment of people without a group that gives access; reject if omitted.',
    }),
  ),
  mapPeople: Type.Optional(
    Type.Enum([...mapPeople], {
      description:
        'The people whose access groups decide once rules exist: those created at their first sign-on, or everyone from their next sign-on; new if omitted.',
    }),
  ),
  addressesVerified: Type.Optional(
    Type.Boolean({
      description:
        'Whether the workspace declares that the provider has verified its addresses, for providers that do not say so (email_verified); false if omitted.',
    }),
  ),
  acceptedAcr: Type.Optional(AcceptedMethods('acr')),
  acceptedAmr: Type.Optional(AcceptedMethods('amr')),
  signOutAtProvider: Type.Optional(
    Type.Boolean({
      description: 'Whether signing out here ends the session at the provider too, if it offers that; true if omitted.',
    }),
  ),
  maxAgeMinutes: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 720,
      description:
        'The longest time since a person authenticated at the provider: after that it authenticates them again, and sessions end. No limit if omitted.',
    }),
  ),
  clientAuthentication: Type.Optional(
    Type.Enum([...clientAuthentications], {
      description: 'How the provider authenticates this workspace as its client; client_secret if omitted.',
    }),
  ),
  assertionAudience: Type.Optional(
    Type.Enum([...assertionAudiences], {
      description:
        'The audience of an assertion of private_key_jwt: issuer if omitted; some providers only accept the address of their token endpoint.',
    }),
  ),
}

const ProviderSettings = Type.Object(ProviderInput)

export type ProviderSettings = Static<typeof ProviderSettings>

const renderSettings = renderer(ProviderSettings)

/** Without other fields of the request, such as its reason. */
export const onlySettings = (settings: ProviderSettings): ProviderSettings =>
  readRecord(ProviderSettings, renderSettings(settings))

/**
 * The value for a provider stored without the field: at that time an address counted unless the provider called it
 * unverified. Settings that are stored now always have it.
 */
export const trustedBefore = true

/** The stored fields, besides the sealed secret and the metadata. */
export const StoredProvider = Type.Object({
  ...ProviderInput,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

export type StoredProvider = Static<typeof StoredProvider>

/** The identity provider of a workspace (OpenID Connect); the client secret is never shown. */
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
    redirectUri: Type.String({ description: 'The redirect URI that the provider must allow.' }),
    clientKeys: Type.Array(ClientKey),
    domains: Type.Array(SignOnDomain),
  },
  { title: 'IdentityProvider' },
)

export const renderProvider = renderer(StoredProvider)

export const boundProviders = bound({
  table: 'identity_provider',
  prefix: 'idp',
  content: { isCurrent: readAsIs, metadata: parsed },
})

/** The stored record as it appears in answers. */
export const presentIdentityProvider = async (
  { read, organizationId, settings, now }: Pick<Call, 'read' | 'organizationId' | 'settings' | 'now'>,
  { record, metadata }: Pick<IdentityProviderRow, 'record' | 'metadata'>,
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
  if (wrong >= 0) throw invalid(['emailDomains', wrong], notADomain)
  return [...new Set(domains)]
}

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
