import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { among, job } from '#jobs/job.ts'
import { iso, minute } from '#lib/clock.ts'
import { endFactorReset } from './end-factor-reset.ts'
import { factorResetRecords, listDueResets, organizationsWithResets } from './factor-reset.ts'
import { removeFactor } from './remove-factor.ts'

const name = 'reset-factors'

/**
 * Performs one reset in its own transaction. If the factor can no longer be removed, the reset is cancelled, with the
 * reason in the audit trail.
 */
const resetOne = async (services: Services, organizationId: string, id: string): Promise<void> => {
  const { db, ids, clock } = services
  const call = beginCall(services, system(name, organizationId), ids.next('req', clock.now()))
  const run = (work: (ctx: ReturnType<typeof change>) => Promise<unknown>) =>
    db.transaction(organizationId, async tx => void (await work(change(call, tx, 'person.reset_factor', null))))
  try {
    await run(async ctx => {
      const { fields } = await factorResetRecords.lock(ctx, id)
      if (await endFactorReset(ctx, id, 'done')) await removeFactor(ctx, fields.personId)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await run(ctx => endFactorReset(ctx, id, 'cancelled', error.message))
  }
}

const findOrganizations = ({ db }: Services) => db.readInstall(organizationsWithResets, {})

export const resetFactors = job<Services>({
  name,
  description: 'Removes second factors a day after the operator announced the reset.',
  schedule: '20 */5 * * * *',
  check: { every: minute, find: findOrganizations },
  expected: minute,
  async run(services, running) {
    const { db, clock } = services
    let endedCount = 0
    for (const { id: organizationId } of among(running, await findOrganizations(services))) {
      for (const { id } of await db.read(organizationId, listDueResets, { now: iso(clock.now()) })) {
        if (running.signal.aborted) return endedCount
        await resetOne(services, organizationId, id)
        endedCount += 1
      }
    }
    return endedCount
  },
})
