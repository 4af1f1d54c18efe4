import { Type } from 'typebox'
import { system } from '#api/access.ts'
import { beginCall, type Change, change, type Services } from '#api/call.ts'
import { changing } from '#api/endpoint.ts'
import { Refusal } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { job } from '#jobs/job.ts'
import { day, iso, second } from '#lib/clock.ts'
import { type DomainRow, presentDomain, recordName, recordValue, SignOnDomain } from './domain.ts'
import { listDomains, lockDomain, organizationsWithDomains, writeDomain } from './queries.ts'

/** For how long a record that was there may be missing: a provider of names may have a bad day. */
const patience = 7 * day
/** Between two looks that somebody asks for. */
const pause = 10 * second

/** Whether the record is there; undefined when nobody could say. */
const look = async (services: Services, organizationId: string, domain: string): Promise<boolean | undefined> => {
  const records = await services.txtRecords(recordName(domain)).catch(() => undefined)
  return records?.includes(recordValue(organizationId, domain))
}

/** Writes what was found of a locked domain, with an audit row when the proof came or went. */
const note = ({ tx, organizationId, now, audit }: Change, row: DomainRow, isThere: boolean | undefined): DomainRow => {
  const at = new Date(now)
  const missing = row.missing_since ?? at
  const isLost = isThere === false && row.proved_at !== null && now - missing.getTime() >= patience
  const found = isThere ? { proved_at: row.proved_at ?? at, missing_since: null } : {}
  const gone = isThere === false && row.proved_at ? { missing_since: isLost ? null : missing } : {}
  const next = { ...row, checked_at: at, ...found, ...gone, ...(isLost && { proved_at: null }) }
  const values = [next.proved_at, next.checked_at, next.missing_since].map(moment => moment && iso(moment.getTime()))
  tx.write(writeDomain, [organizationId, row.domain, ...values])
  if (isThere && !row.proved_at) audit(row.domain, { action: 'sign_on_domain.prove', detail: row.domain })
  if (gone.missing_since && !row.missing_since)
    audit(row.domain, { action: 'sign_on_domain.miss', detail: `${row.domain}: the record is missing` })
  if (isLost) audit(row.domain, { action: 'sign_on_domain.lose', detail: `${row.domain}: missing for seven days` })
  return next
}

export const checkDomain = changing({
  name: 'checkSignOnDomain',
  summary: 'Look for the TXT record that proves a domain, now; at most once in ten seconds',
  tag: 'Single sign-on',
  method: 'POST',
  workspace: { path: '/identity-provider/domains/check', roles: ['admin'] },
  status: 200,
  action: 'sign_on_domain.check',
  outside: true,
  reason: false,
  body: Type.Object({ domain: Type.String({ minLength: 1, maxLength: 253 }) }, { additionalProperties: false }),
  response: SignOnDomain,
  errors: ['not_found', 'rate_limited'],
  async run(handed, { body }) {
    const { tx, organizationId, now, db, audit } = handed
    const domain = body.domain.toLowerCase()
    const [before] = await db.read(organizationId, lockDomain, [organizationId, domain])
    if (!before) throw notFound('domain')
    const wait = (before.checked_at?.getTime() ?? 0) + pause - now
    if (wait > 0)
      throw new Refusal('rate_limited', 'It was looked for a moment ago; wait ten seconds.', {
        headers: { 'retry-after': String(Math.ceil(wait / second)) },
      })
    const isThere = await look(handed, organizationId, domain)
    const [row] = await tx.query(lockDomain, [organizationId, domain])
    if (!row) throw notFound('domain')
    const next = note(handed, row, isThere)
    audit(domain, { detail: isThere === undefined ? 'nobody could say' : isThere ? 'found' : 'not found' })
    return presentDomain(organizationId, next)
  },
})

export const recheckDomains = job<Services>({
  name: 'recheck-sign-on-domains',
  description: 'Looks for the TXT records of claimed domains; one that is missing for seven days proves nothing more.',
  schedule: '0 23 4 * * *',
  async run(services, { signal }) {
    const { db, ids, clock } = services
    let checked = 0
    for (const { id } of await db.readInstall(organizationsWithDomains, [])) {
      const call = beginCall(services, system('recheck-sign-on-domains', id), ids.next('req', clock.now()))
      for (const { domain, named } of await db.read(id, listDomains, [id])) {
        if (named || signal.aborted) continue
        const isThere = await look(services, id, domain)
        await db.transaction(id, async tx => {
          const [row] = await tx.query(lockDomain, [id, domain])
          if (row) note(change(call, tx, 'sign_on_domain.check', null), row, isThere)
        })
        checked += 1
      }
    }
    return checked
  },
})
