import { system } from '#http/access.ts'
import { beginCall, change, type Provided, type Services } from '#http/call.ts'
import { among, job } from '#jobs/job.ts'
import { hour, minute } from '#lib/clock.ts'
import { findDomainRecord, recordDomainCheck } from './check-domain.ts'
import { listDomains, lockDomain, organizationsWithDomains } from './queries.ts'

export const recheckDomains = job<Services & Provided<'txtRecords'>>({
  name: 'recheck-sign-on-domains',
  description:
    'Checks the TXT records of claimed domains. A record that is missing for seven days no longer proves its domain.',
  schedule: '0 23 4 * * *',
  expected: 30 * minute,
  ofWorkspaces: true,
  jitter: hour,
  async run(services, running) {
    const { signal } = running
    const { db, ids, clock } = services
    let checkedCount = 0
    for (const { id } of among(running, await db.readInstall(organizationsWithDomains, {}))) {
      const call = beginCall(services, system('recheck-sign-on-domains', id), ids.next('req', clock.now()))
      for (const { domain, named } of await db.read(id, listDomains, {})) {
        if (named || signal.aborted) continue
        const isPresent = await findDomainRecord(services, id, domain)
        await db.transaction(id, async tx => {
          const [row] = await tx.query(lockDomain, { domain })
          if (row) recordDomainCheck(change(call, tx, 'sign_on_domain.check', null), row, isPresent)
        })
        checkedCount += 1
      }
    }
    return checkedCount
  },
})
