import type { Provided, Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { among, job } from '#jobs/job.ts'
import { hour } from '#lib/clock.ts'
import { Verification } from './verification.ts'
import { continueVerification, requestVerification } from './verifications.ts'
import { findEndedVerifications, findRunningVerifications, organizationsWithLedgers } from './verify-queries.ts'

const interval = 24 * hour

/** Runs every minute for requested verifications, and once a day for new rows and a thirtieth of the others. */
export const verifyLedger = job<Services & Provided<'verifyRecords'>>({
  name: 'verify-ledger',
  description:
    'Compares the audit trail with the ledger: on request, and each day the new rows and a thirtieth of the others.',
  schedule: '50 * * * * *',
  expected: hour,
  ofWorkspaces: true,
  async run(services, running) {
    const { signal } = running
    const { db, ids, clock } = services
    let rows = 0
    for (const { id: organizationId } of among(running, await db.readInstall(organizationsWithLedgers, {}))) {
      if (signal.aborted) break
      const now = clock.now()
      const [last] = await db.read(organizationId, findEndedVerifications, { status: null, limit: 1 })
      const pending = await db.read(organizationId, findRunningVerifications, {})
      const lastAt = last ? Date.parse(readRecord(Verification, last.record).startedAt) : Number.NEGATIVE_INFINITY
      if (pending.length === 0 && now - lastAt >= interval) {
        const request = { id: ids.next('lvr', now), scope: 'daily', requestedBy: 'verify-ledger', now } as const
        await db.transaction(organizationId, tx => requestVerification(tx, request))
        pending.push(...(await db.read(organizationId, findRunningVerifications, {})))
      }
      for (const verification of pending)
        rows += await continueVerification(services, organizationId, verification, running)
    }
    return rows
  },
})
