import { install } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { createDayPartitions, dropDayPartitions } from './retention-queries.ts'

const daysAhead = 7

type NeededServices = Pick<Services, 'db' | 'clock'>

/** Creates the partitions of today and the coming days. Returns the number of partitions that were missing. */
export const makePartitions = async ({ db, clock }: NeededServices): Promise<number> => {
  const [row] = await db.transaction(install, tx =>
    tx.query(createDayPartitions, { firstDay: iso(clock.now()), days: daysAhead }),
  )
  return row?.made ?? 0
}

/**
 * Events and delivery attempts are stored in daily partitions and deleted by dropping partitions. An event is deleted
 * only after its last delivery has ended, even if its endpoint is paused for long. Dead letters contain their events.
 */
export const keepPartitions = job<Services>({
  name: 'keep-webhook-partitions',
  description:
    'Creates the daily partitions of events and delivery attempts ahead of time, and drops those past their retention.',
  schedule: '0 7 * * * *',
  expected: minute,
  async run(services) {
    const { db, clock, settings } = services
    const created = await makePartitions(services)
    const before = iso(clock.now() - settings.webhookRetentionDays * day)
    const [row] = await db.transaction(install, tx => tx.query(dropDayPartitions, { before }))
    return created + (row?.dropped ?? 0)
  },
})
