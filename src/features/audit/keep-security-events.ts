import type { Services } from '#api/call.ts'
import { install } from '#db/database.ts'
import { job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { dropMonthPartitions, makeMonthPartitions } from './security-event-queries.ts'

/** A year, and what a yearly review takes. */
const kept = 400 * day
const monthsAhead = 3

type Needs = Pick<Services, 'db' | 'clock'>

/** Creates the partitions of this and the coming months; returns how many were missing. */
export const makeSecurityEventPartitions = async ({ db, clock }: Needs): Promise<number> => {
  const [row] = await db.transaction(install, tx =>
    tx.query(makeMonthPartitions, { first: iso(clock.now()), months: monthsAhead }),
  )
  return row?.made ?? 0
}

/** The trail of security events is append-only: months that are over for 400 days are dropped whole. */
export const keepSecurityEvents = job<Services>({
  name: 'keep-security-event-partitions',
  description: 'Makes the monthly partitions of security events ahead of time, and drops those older than 400 days.',
  schedule: '0 12 3 * * *',
  expected: minute,
  async run(services) {
    const { db, clock } = services
    const made = await makeSecurityEventPartitions(services)
    const before = iso(clock.now() - kept)
    const [row] = await db.transaction(install, tx => tx.query(dropMonthPartitions, { before }))
    return made + (row?.dropped ?? 0)
  },
})
