import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { dropMonthPartitions, makeMonthPartitions } from './security-event-queries.ts'

/** How long events are stored: a year, plus time for a yearly review. */
const retention = 400 * day
const monthsAhead = 3

type Needs = Pick<Services, 'db' | 'clock'>

/** Creates the partitions of this month and the coming months. Returns the number that were missing. */
export const makeSecurityEventPartitions = async ({ db, clock }: Needs): Promise<number> => {
  const [row] = await db.transaction(install, tx =>
    tx.query(makeMonthPartitions, { first: iso(clock.now()), months: monthsAhead }),
  )
  return row?.made ?? 0
}

/** Security events are append-only: whole months are dropped 400 days after they end. */
export const keepSecurityEvents = job<Services>({
  name: 'keep-security-event-partitions',
  description: 'Creates the monthly partitions of security events in advance, and drops those older than 400 days.',
  schedule: '0 12 3 * * *',
  expected: minute,
  async run(services) {
    const { db, clock } = services
    const created = await makeSecurityEventPartitions(services)
    const before = iso(clock.now() - retention)
    const [row] = await db.transaction(install, tx => tx.query(dropMonthPartitions, { before }))
    return created + (row?.dropped ?? 0)
  },
})
