import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'

/** A domain that a workspace claims for its single sign-on, and its proof. */
export const SignOnDomain = Type.Object(
  {
    domain: Type.String(),
    state: Type.Enum(['unproved', 'proved', 'named'], {
      description: 'Only a proved domain, or a domain that the operator named, sends people to the provider.',
    }),
    recordName: Type.String({ description: 'The name of the TXT record that proves the domain.' }),
    recordValue: Type.String({ description: 'The content of the TXT record.' }),
    provedAt: Nullable(Timestamp),
    checkedAt: Nullable(Timestamp),
    missingSince: Nullable(
      Type.String({
        description:
          'When the record of a proved domain was first missing. After seven days, the domain is no longer proved.',
      }),
    ),
  },
  { title: 'SignOnDomain' },
)

export interface DomainRow {
  domain: string
  named: boolean
  proved_at: Date | null
  checked_at: Date | null
  missing_since: Date | null
}

export const domainRecordName = (domain: string): string => `_probata-challenge.${domain}`

/**
 * The record's content, which is not secret. It differs for each workspace and domain, so that a record proves only
 * that one.
 */
export const domainRecordValue = (organizationId: string, domain: string): string =>
  `probata-domain-verification=${sha256Hex(`probata sign-on domain ${organizationId} ${domain}`).slice(0, 40)}`

const stateOf = ({ named, proved_at }: DomainRow): Static<typeof SignOnDomain>['state'] => {
  if (named) return 'named'
  return proved_at ? 'proved' : 'unproved'
}

const timestamp = (date: Date | null): string | null => date && iso(date.getTime())

export const toSignOnDomain = (organizationId: string, row: DomainRow): Static<typeof SignOnDomain> => ({
  domain: row.domain,
  state: stateOf(row),
  recordName: domainRecordName(row.domain),
  recordValue: domainRecordValue(organizationId, row.domain),
  provedAt: timestamp(row.proved_at),
  checkedAt: timestamp(row.checked_at),
  missingSince: timestamp(row.missing_since),
})
