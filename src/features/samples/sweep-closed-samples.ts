import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { findClosed, sweepClosed } from './queries.ts'

/** Far longer than any request takes. Afterwards no request can still write to a closed sample. */
const window = day

/** Removes rows that a request wrote while its sample was being closed, and files left by an interrupted closing. */
export const sweepClosedSamples = job<Services & Provided<'removeFilesOf'>>({
  name: 'sweep-closed-samples',
  description: 'Removes leftovers of sample workspaces that were closed within the last day.',
  schedule: '0 41 * * * *',
  expected: 5 * minute,
  async run({ db, clock, removeFilesOf }) {
    const since = iso(clock.now() - window)
    const closed = await db.readInstall(findClosed, { since })
    for (const { id } of closed) {
      await db.transaction(install, async tx => tx.write(sweepClosed, { id }))
      await removeFilesOf(id)
    }
    return closed.length
  },
})
