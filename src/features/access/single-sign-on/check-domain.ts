import type { Change, Provided, Services } from '#http/call.ts'
import { day, iso } from '#lib/clock.ts'
import { type DomainRow, recordName, recordValue } from './domain.ts'
import { writeDomain } from './queries.ts'

/** How long a record that was found before may be missing: DNS providers have outages. */
const patience = 7 * day

/** Whether the record exists; undefined if the lookup failed. */
export const findDomainRecord = async (
  services: Services & Provided<'txtRecords'>,
  organizationId: string,
  domain: string,
): Promise<boolean | undefined> => {
  const records = await services.txtRecords(recordName(domain)).catch(() => undefined)
  return records?.includes(recordValue(organizationId, domain))
}

/** Stores the result for a locked domain, with an audit row if the proof appeared or disappeared. */
export const recordFound = ({ tx, now, audit }: Change, row: DomainRow, isThere: boolean | undefined): DomainRow => {
  const at = new Date(now)
  const missing = row.missing_since ?? at
  const isLost = isThere === false && row.proved_at !== null && now - missing.getTime() >= patience
  const found = isThere ? { proved_at: row.proved_at ?? at, missing_since: null } : {}
  const gone = isThere === false && row.proved_at ? { missing_since: isLost ? null : missing } : {}
  const next = { ...row, checked_at: at, ...found, ...gone, ...(isLost && { proved_at: null }) }
  const moment = (date: Date | null) => date && iso(date.getTime())
  tx.write(writeDomain, {
    domain: row.domain,
    provedAt: moment(next.proved_at),
    checkedAt: iso(next.checked_at.getTime()),
    missingSince: moment(next.missing_since),
  })
  if (isThere && !row.proved_at) audit(row.domain, { action: 'sign_on_domain.prove', detail: row.domain })
  if (gone.missing_since && !row.missing_since)
    audit(row.domain, { action: 'sign_on_domain.miss', detail: `${row.domain}: the record is missing` })
  if (isLost) audit(row.domain, { action: 'sign_on_domain.lose', detail: `${row.domain}: missing for seven days` })
  return next
}
