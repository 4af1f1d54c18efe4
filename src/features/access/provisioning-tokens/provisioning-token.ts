import { type Static, Type } from 'typebox'
import { bound, fieldsOf, readAsIs } from '#family/bound.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Line, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import type { TokenRow } from './queries.ts'

/** The token with which an identity provider sends people and groups. */
export const ProvisioningToken = Type.Object(
  {
    id: Id('ptk'),
    name: Line(200),
    status: Type.Enum(['active', 'revoked', 'expired']),
    expiresAt: Timestamp,
    previousUntil: Nullable({
      ...Timestamp,
      description: 'Until when the previous text also works.',
    }),
    createdAt: Timestamp,
    rotatedAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'ProvisioningToken' },
)

export type ProvisioningToken = Static<typeof ProvisioningToken>

export const renderProvisioningToken = renderer(ProvisioningToken)

export const boundProvisioningTokens = bound({
  table: 'provisioning_token',
  prefix: 'ptk',
  content: { shownTo: readAsIs, previousShownTo: readAsIs },
  repeats: { revoked: ({ status }) => status === 'revoked', ...fieldsOf('id', 'expiresAt', 'previousUntil') },
})

/** A token with the times of the latest requests that used it. */
export const ListedProvisioningToken = Type.Object(
  {
    ...ProvisioningToken.properties,
    lastRequestAt: Nullable({ ...Timestamp, description: 'The last request with this token.' }),
    lastSuccessAt: Nullable({ ...Timestamp, description: 'The last successful request with this token.' }),
  },
  { title: 'ListedProvisioningToken' },
)

const renderListed = renderer(ListedProvisioningToken)

const timestamp = (date: Date | null): string | null => date && iso(date.getTime())

/** Reads a stored token with its current status. */
export const readProvisioningToken = (record: string, now: number): ProvisioningToken => {
  const storedToken = readRecord(ProvisioningToken, record)
  const isPast = storedToken.status === 'active' && Date.parse(storedToken.expiresAt) <= now
  return isPast ? { ...storedToken, status: 'expired' } : storedToken
}

export const renderListedToken = ({ record, last_request_at, last_success_at }: TokenRow, now: number): string =>
  renderListed({
    ...readProvisioningToken(record, now),
    lastRequestAt: timestamp(last_request_at),
    lastSuccessAt: timestamp(last_success_at),
  })

export const TokenParams = Type.Object({ tokenId: Reference('ptk') })

export const ExpiresInDays = Type.Integer({
  minimum: 1,
  maximum: 730,
  description: 'Days until the token expires; 365 if omitted.',
})

/** A token with its text, and the settings to enter at the provider. */
export const ProvisioningTokenWithText = Type.Object(
  {
    provisioningToken: ProvisioningToken,
    baseUrl: Type.String({ description: 'The address to enter at the identity provider.' }),
    token: Type.Optional(Type.String({ description: 'Shown once; absent from a replayed response.' })),
  },
  { title: 'ProvisioningTokenWithText' },
)
