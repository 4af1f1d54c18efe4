import { Type } from 'typebox'
import type { Actor } from '#http/access.ts'
import { Nullable, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { iso } from '#lib/clock.ts'
import { idTime } from '#lib/ids.ts'
import { withoutOtherUnits } from '#shared/other-units.ts'
import type { ServiceAccountRow } from './queries.ts'
import { ServiceAccount } from './service-account.ts'

export const ListedServiceAccount = Type.Object(
  {
    ...ServiceAccount.properties,
    lastUsedAt: Nullable({
      ...Timestamp,
      description: 'When the account last requested a token or changed something. A token is valid for an hour.',
    }),
    ...versionField,
  },
  { title: 'ListedServiceAccount' },
)

/**
 * Renders an account with the time of its last use. Each issued token and each change leaves an audit row, whose id
 * contains the time.
 */
export const renderListed = ({ record, last_trace }: ServiceAccountRow, reader: Actor): string => {
  const lastUsedAt = last_trace === null ? null : iso(idTime(last_trace))
  const extraFields = JSON.stringify({ lastUsedAt, etag: etagOf(record) })
  return `${withoutOtherUnits(record, reader).slice(0, -1)},${extraFields.slice(1)}`
}
