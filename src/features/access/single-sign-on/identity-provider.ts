import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { bound, parsed, plain } from '#api/bound.ts'
import type { Call } from '#api/call.ts'
import { invalid } from '#api/errors.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Line, Timestamp } from '#api/schema.ts'
import { presentDomain, SignOnDomain } from './domain.ts'
import { listDomains } from './queries.ts'

const maxDomains = 20

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
}

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
    redirectUri: Type.String({ description: 'What the provider has to allow as redirect URI.' }),
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

/** The redirect URI of identity providers: a page of the web app. */
export const redirectUri = (url: string): string => `${url}/sign-in/callback`

/** The stored record as it is answered. */
export const presentProvider = async (
  { read, organizationId, settings }: Pick<Call, 'read' | 'organizationId' | 'settings'>,
  record: string,
): Promise<Static<typeof IdentityProvider>> => {
  const rows = await read(listDomains, {})
  return {
    ...readRecord(StoredProvider, record),
    redirectUri: redirectUri(settings.url),
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
