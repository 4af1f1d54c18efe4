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
  const present = await factorResetRecords.lock(ctx, id)
  if (present.fields.status !== 'open') return false
  const { record: after } = factorResetRecords.update(ctx, present, { status, endedAt: iso(ctx.now) })
  ctx.audit(id, { before: present.record, after, content: {}, ...(detail && { detail }) })
  return true
}
