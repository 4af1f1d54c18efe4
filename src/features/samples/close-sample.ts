import { sqlState } from '#db/sql-error.ts'
import type { Provided, Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { deleteSample } from './queries.ts'
import { inOperatingTrail, type SampleActor } from './trail.ts'

const maxAttempts = 3

// deadlock_detected, lock_not_available: a change to the sample was in progress.
const inUseStates = new Set(['40P01', '55P03'])

/** Retries work that failed because the sample was in use. */
const retryWhileInUse = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !inUseStates.has(sqlState(error) ?? '')) throw error
    }
  }
}

/**
 * Closes a sample workspace as a whole: deletes all its rows in one transaction, then its files. The database rejects
 * any other workspace. Returns false if another call has closed it.
 */
export const closeSample = async (
  services: Services & Provided<'removeFilesOf'>,
  sample: { readonly id: string; readonly name: string },
  by: SampleActor,
): Promise<boolean> => {
  const { clock, identities, log, removeFilesOf } = services
  const closed = await retryWhileInUse(() =>
    inOperatingTrail(services, by, { action: 'sample.close', sample }, async tx => {
      const [row] = await tx.query(deleteSample, { id: sample.id, at: iso(clock.now()) })
      return row?.closed === true
    }),
  )
  identities.forget()
  if (!closed) return false
  log.info({ event: 'sample_closed', organization: sample.id, detail: by.name })
  // The job `sweep-closed-samples` repeats this if the process ends here.
  await removeFilesOf(sample.id)
  return true
}
