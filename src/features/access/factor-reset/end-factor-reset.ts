import type { Change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { factorResetRecords } from './factor-reset.ts'

/** Ends an open reset under its lock; false if it has already ended. */
export const endFactorReset = async (
  ctx: Change,
  id: string,
  status: 'cancelled' | 'done',
  detail?: string,
): Promise<boolean> => {
  const current = await factorResetRecords.lock(ctx, id)
  if (current.fields.status !== 'open') return false
  const { record: after } = factorResetRecords.update(ctx, current, { status, endedAt: iso(ctx.now) })
  ctx.audit(id, { before: current.record, after, content: {}, ...(detail && { detail }) })
  return true
}
