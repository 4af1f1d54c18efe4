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
      description: 'When it last took a token or changed something; a token is valid for an hour.',
    }),
    ...versionField,
  },
  { title: 'ListedServiceAccount' },
)

/** Every issued token and every change leaves a row in the audit trail, whose id contains the time. */
export const renderListed = ({ record, last_trace }: ServiceAccountRow, reader: Actor): string => {
  const lastUsedAt = last_trace === null ? null : iso(idTime(last_trace))
  const beside = JSON.stringify({ lastUsedAt, etag: etagOf(record) })
  return `${withoutOtherUnits(record, reader).slice(0, -1)},${beside.slice(1)}`
}
