import { install } from '#db/database.ts'
import type { Provided, Services } from '#http/call.ts'
import { job } from '#jobs/job.ts'
import { day, iso, minute } from '#lib/clock.ts'
import { findClosed, sweepClosed } from './queries.ts'

/** For how long a request could still write, which is far longer than any request. */
const window = day

/** Removes what a request wrote while its sample was closed, and the files of a closing that was interrupted. */
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
