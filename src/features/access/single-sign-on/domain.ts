import { type Static, Type } from 'typebox'
import { Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'

/** A domain that a workspace claims for its single sign-on, and its proof. */
export const SignOnDomain = Type.Object(
  {
    domain: Type.String(),
    state: Type.Enum(['unproved', 'proved', 'named'], {
      description: 'Only a domain that is proved, or that the operator named, sends people to the provider.',
    }),
    recordName: Type.String({ description: 'The name of the TXT record that proves the domain.' }),
    recordValue: Type.String({ description: 'The content of the TXT record.' }),
    provedAt: Nullable(Timestamp),
    checkedAt: Nullable(Timestamp),
    missingSince: Nullable(
      Type.String({
        description: 'Since when the record of a proved domain is missing; after seven days the proof ends.',
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

export const recordName = (domain: string): string => `_probata-challenge.${domain}`

/** One for each workspace and domain, so that one record proves nothing for another. It is not secret. */
export const recordValue = (organizationId: string, domain: string): string =>
  `probata-domain-verification=${sha256Hex(`probata sign-on domain ${organizationId} ${domain}`).slice(0, 40)}`

const stateOf = ({ named, proved_at }: DomainRow): Static<typeof SignOnDomain>['state'] => {
  if (named) return 'named'
  return proved_at ? 'proved' : 'unproved'
}

const moment = (at: Date | null): string | null => at && iso(at.getTime())

export const presentDomain = (organizationId: string, row: DomainRow): Static<typeof SignOnDomain> => ({
  domain: row.domain,
  state: stateOf(row),
  recordName: recordName(row.domain),
  recordValue: recordValue(organizationId, row.domain),
  provedAt: moment(row.proved_at),
  checkedAt: moment(row.checked_at),
  missingSince: moment(row.missing_since),
})
