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
import { ClientKey, toClientKey } from './client-key.ts'
import { redirectUri } from './client-metadata.ts'
import { SignOnDomain, toSignOnDomain } from './domain.ts'
import type { ClientAuthentication } from './metadata.ts'
import { findClientKeys, type IdentityProviderRow, listDomains } from './queries.ts'

const maxDomains = 20

/** The claim that most providers use. */
export const defaultGroupsClaim = 'groups'

const clientAuthentications = ['client_secret', 'private_key_jwt'] as const satisfies readonly ClientAuthentication[]

const assertionAudiences = ['issuer', 'token_endpoint'] as const

/** `default_role` gives people without a group the role of people created at their first sign-on. */
const withoutGroups = ['reject', 'default_role'] as const

const mapPeople = ['new', 'all'] as const
const AcceptedMethods = (claim: 'acr' | 'amr') =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 20,
    description: `The values of ${claim} in the ID token that replace a person's second factor in Probata.`,
  })

/** An administrator's settings of an identity provider, without its secret. */
export const ProviderInput = {
  issuer: Line(2048, 'The issuer (OpenID Connect Discovery 1.0), as the provider writes it.'),
  clientId: Line(200),
  name: Line(200, 'The name of the provider, as shown on the sign-in button.'),
  createPeople: Type.Boolean({ description: 'Whether to create people of these domains at their first sign-on.' }),
  defaultRole: Type.Enum([...roles], { description: 'The role of people created at their first sign-on.' }),
  emailDomains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: maxDomains,
    description:
      'E-mail domains. Once a domain is proved, people with addresses in that domain are sent to this provider.',
  }),
  groupsClaim: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '^[\\x21-\\x7e]+$',
      patternMessage: sentence`field.groups_claim: must be the name of a claim, or a path such as realm_access.roles`,
      description:
        'The claim in which the provider sends groups, or a path such as realm_access.roles; "groups" if omitted.',
    }),
  ),
  groupsScope: Type.Optional(
    Type.String({
      maxLength: 200,
      pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$',
      patternMessage: sentence`field.one_scope: must be one scope`,
      description:
        'A scope to request in addition to openid, email and profile, for providers that send groups only with a scope.',
    }),
  ),
  withoutGroup: Type.Optional(
    Type.Enum([...withoutGroups], {
      description: 'How to treat people without a group that gives access; "reject" if omitted.',
    }),
  ),
  mapPeople: Type.Optional(
    Type.Enum([...mapPeople], {
      description:
        'The people whose access follows from groups once rules exist: only people created at their first sign-on ("new"), or everyone from their next sign-on ("all"); "new" if omitted.',
    }),
  ),
  addressesVerified: Type.Optional(
    Type.Boolean({
      description:
        'Whether the workspace declares that the provider verifies its addresses, for providers that do not send email_verified; false if omitted.',
    }),
  ),
  acceptedAcr: Type.Optional(AcceptedMethods('acr')),
  acceptedAmr: Type.Optional(AcceptedMethods('amr')),
  signOutAtProvider: Type.Optional(
    Type.Boolean({
      description:
        'Whether signing out here also ends the session at the provider, if the provider supports that; true if omitted.',
    }),
  ),
  maxAgeMinutes: Type.Optional(
    Type.Integer({
      minimum: 5,
      maximum: 720,
      description:
        'The maximum time, in minutes, since a person authenticated at the provider. After that, sessions end and the provider authenticates the person again. No limit if omitted.',
    }),
  ),
  clientAuthentication: Type.Optional(
    Type.Enum([...clientAuthentications], {
      description: 'How this workspace authenticates at the provider as its client; client_secret if omitted.',
    }),
  ),
  assertionAudience: Type.Optional(
    Type.Enum([...assertionAudiences], {
      description:
        'The audience of a private_key_jwt assertion; "issuer" if omitted. Some providers only accept the URL of their token endpoint.',
    }),
  ),
}

const ProviderSettings = Type.Object(ProviderInput)

export type ProviderSettings = Static<typeof ProviderSettings>

const renderSettings = renderer(ProviderSettings)

/** Drops other fields of the request, such as its reason. */
export const pickSettings = (settings: ProviderSettings): ProviderSettings =>
  readRecord(ProviderSettings, renderSettings(settings))

/**
 * The value for a provider that was stored without the field: at that time, an address counted unless the provider sent
 * that it was unverified. New settings always have the field.
 */
export const defaultAddressesVerified = true

/** The stored fields, apart from the sealed secret and the metadata. */
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
      description: 'Whether the provider can sign people out (end_session_endpoint).',
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

/** Converts a stored record for responses. */
export const toIdentityProvider = async (
  { read, organizationId, settings, now }: Pick<Call, 'read' | 'organizationId' | 'settings' | 'now'>,
  { record, metadata }: Pick<IdentityProviderRow, 'record' | 'metadata'>,
): Promise<Static<typeof IdentityProvider>> => {
  const rows = await read(listDomains, {})
  return {
    groupsClaim: defaultGroupsClaim,
    withoutGroup: 'reject',
    mapPeople: 'new',
    addressesVerified: defaultAddressesVerified,
    ...{ acceptedAcr: [], acceptedAmr: [] },
    signOutAtProvider: true,
    clientAuthentication: 'client_secret',
    assertionAudience: 'issuer',
    ...readRecord(StoredProvider, record),
    endsSessions: 'end_session_endpoint' in JSON.parse(metadata),
    redirectUri: redirectUri(settings.url),
    clientKeys: (await read(findClientKeys, { now: iso(now) })).map(toClientKey),
    domains: rows.map(row => toSignOnDomain(organizationId, row)),
  }
}

const domainPattern = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

export const isDomain = (text: string): boolean => domainPattern.test(text)

/**
 * Normalizes domains to lower case without duplicates, as they are stored and compared. Throws a 400 that names an
 * invalid domain.
 */
export const normalizeDomains = (input: readonly string[]): string[] => {
  const domains = input.map(text => text.trim().toLowerCase().replace(/^@/, ''))
  const invalidIndex = domains.findIndex(text => !isDomain(text))
  if (invalidIndex >= 0) throw invalid(['emailDomains', invalidIndex], notADomain)
  return [...new Set(domains)]
}

/** The domain of an address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1)
