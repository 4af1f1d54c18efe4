import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { exportLimits } from './export.ts'
import { countExports, lockExports } from './queries.ts'

/** Throws a 422 if the workspace has too many exports. A lock makes concurrent requests wait for each other. */
export const requireExportSlot = async ({ tx }: Change): Promise<void> => {
  tx.write(lockExports, {})
  const [counts] = await tx.query(countExports, {})
  const { preparing = 0, ready = 0 } = counts ?? {}
  if (preparing >= exportLimits.preparing + exportLimits.waiting)
    throw new Refusal(
      'unprocessable',
      sentence`export.too_many_preparing: ${{ preparing }} exports are being prepared or waiting; try again when one is ready.`,
    )
  if (ready >= exportLimits.ready)
    throw new Refusal(
      'unprocessable',
      sentence`export.too_many_ready: ${{ ready }} exports are ready; cancel one that is not needed, or wait until one expires.`,
    )
}
