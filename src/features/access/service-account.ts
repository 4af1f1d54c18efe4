import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import { choiceSource } from '#family/choice-source.ts'
import { scopes } from '#http/access.ts'
import { renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import type { Flow } from '#lib/flow.ts'
import { sentence } from '#lib/sentence.ts'
import { UnitIds, VisibleUnitIds } from './units/unit.ts'

const Scopes = Type.Array(Type.Enum([...scopes]), {
  minItems: 1,
  maxItems: scopes.length,
  uniqueItems: true,
})

const FindingSources = Type.Array(Line(200), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'The values of `sourceModuleKey` for which the account may report findings; all values if absent.',
})

/** A machine that calls /api/v1. */
export const ServiceAccount = Type.Object(
  {
    id: Id('sva'),
    name: Line(200),
    clientId: Type.String(),
    scopes: Scopes,
    findingSources: Type.Optional(FindingSources),
    unitIds: Type.Optional(VisibleUnitIds),
    status: Type.Enum(['active', 'disabled']),
    secretRotatedAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ServiceAccount' },
)

export type ServiceAccount = Static<typeof ServiceAccount>

export const renderServiceAccount = renderer(ServiceAccount)

export const boundAccounts = bound({
  table: 'service_account',
  prefix: 'sva',
  content: { madeBy: readAsIs, secretShownTo: readAsIs },
  repeats: { disabled: ({ status }) => status === 'disabled', ...fieldsOf('id', 'clientId', 'scopes') },
})

/** Service accounts are searched by name and client id. */
export const accountChoices = choiceSource(
  { table: 'service_account', record: ServiceAccount, roles: ['admin', 'auditor'] },
  {
    kind: 'service_account',
    key: 'clientId',
    title: 'name',
    status: "case when t.disabled then 'disabled' else 'active' end",
  },
)

/** The fields sent to create or change an account. */
export const ServiceAccountInput = { name: Line(200), scopes: Scopes }

/** The limits sent to create an account. */
export const AccountLimits = { findingSources: Type.Optional(FindingSources), unitIds: Type.Optional(UnitIds) }

/** The limits sent to change an account; null removes a limit. */
export const ChangedLimits = {
  findingSources: Type.Optional(Nullable(FindingSources)),
  unitIds: Type.Optional(Nullable(UnitIds)),
}

/**
 * The prefix of client ids that a workspace creates, so that workspaces never collide. No slug contains an underscore,
 * so `acme` cannot take a client id of `acme-bank`.
 */
export const clientIdPrefix = (slug: string): string => `${slug}_`

/** Allows only characters that never need escaping: others break many OAuth libraries. */
export const ClientId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,100}$',
  patternMessage: sentence`field.client_id: must be 1 to 100 letters, digits, - and _`,
})
export const ClientSecret = Type.String({
  pattern: '^[A-Za-z0-9_-]{16,200}$',
  patternMessage: sentence`field.client_secret: must be 16 to 200 letters, digits, - and _`,
})

/** The account with its secret, which is shown only once. */
export const ServiceAccountWithSecret = Type.Object(
  {
    serviceAccount: ServiceAccount,
    clientSecret: Type.Optional(Type.String({ description: 'Shown once; absent from a replayed response.' })),
  },
  { title: 'ServiceAccountWithSecret' },
)

export const serviceAccountFlow = {
  disable: { from: ['active'], to: 'disabled' },
  enable: { from: ['disabled'], to: 'active' },
} as const satisfies Flow<ServiceAccount['status'], string>

export const AccountParams = Type.Object({ accountId: Reference('sva') })
