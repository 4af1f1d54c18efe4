import type { Change, Provided, Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { type DomainRow, domainRecordName, domainRecordValue } from './domain.ts'
import { writeDomain } from './queries.ts'

/** How long the record of a proved domain may be missing, since DNS providers have outages. */
const gracePeriod = 7 * day

/** Looks up the record of a domain; undefined if the lookup failed. */
export const findDomainRecord = async (
  services: Services & Provided<'txtRecords'>,
  organizationId: string,
  domain: string,
): Promise<boolean | undefined> => {
  const records = await services.txtRecords(domainRecordName(domain)).catch(() => undefined)
  return records?.includes(domainRecordValue(organizationId, domain))
}

/** Stores the result of a check for a locked domain, with an audit row if the record appeared or disappeared. */
export const recordDomainCheck = (
  { tx, now, audit }: Change,
  row: DomainRow,
  isPresent: boolean | undefined,
): DomainRow => {
  const checkedAt = new Date(now)
  const missingSince = row.missing_since ?? checkedAt
  const isLost = isPresent === false && row.proved_at !== null && now - missingSince.getTime() >= gracePeriod
  const presentColumns = isPresent ? { proved_at: row.proved_at ?? checkedAt, missing_since: null } : {}
  const missingColumns = isPresent === false && row.proved_at ? { missing_since: isLost ? null : missingSince } : {}
  const next = {
    ...row,
    checked_at: checkedAt,
    ...presentColumns,
    ...missingColumns,
    ...(isLost && { proved_at: null }),
  }
  const timestamp = (date: Date | null) => date && iso(date.getTime())
  tx.write(writeDomain, {
    domain: row.domain,
    provedAt: timestamp(next.proved_at),
    checkedAt: iso(next.checked_at.getTime()),
    missingSince: timestamp(next.missing_since),
  })
  if (isPresent && !row.proved_at) audit(row.domain, { action: 'sign_on_domain.prove', detail: row.domain })
  if (missingColumns.missing_since && !row.missing_since)
    audit(row.domain, { action: 'sign_on_domain.miss', detail: `${row.domain}: the record is missing` })
  if (isLost) audit(row.domain, { action: 'sign_on_domain.lose', detail: `${row.domain}: missing for seven days` })
  return next
}
