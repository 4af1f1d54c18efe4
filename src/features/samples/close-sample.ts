import type { Provided, Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { deleteSample } from './queries.ts'
import { inOperatingTrail, type SampleActor } from './trail.ts'

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
  const closed = await inOperatingTrail(services, by, { action: 'sample.close', sample }, async tx => {
    const [row] = await tx.query(deleteSample, { id: sample.id, at: iso(clock.now()) })
    return row?.closed === true
  })
  identities.forget()
  if (!closed) return false
  log.info({ event: 'sample_closed', organization: sample.id, detail: by.name })
  // The job `sweep-closed-samples` repeats this if the process ends here.
  await removeFilesOf(sample.id)
  return true
}
