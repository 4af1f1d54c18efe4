import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { most } from './export.ts'
import { countExports, lockExports } from './queries.ts'

/** One request after another of a workspace counts those before it. Throws a 422 for one too many. */
export const requireTurn = async ({ tx }: Change): Promise<void> => {
  tx.write(lockExports, {})
  const [found] = await tx.query(countExports, {})
  const { preparing = 0, ready = 0 } = found ?? {}
  if (preparing >= most.preparing + most.waiting)
    throw new Refusal('unprocessable', `${preparing} exports are being prepared or wait; ask again when one is ready.`)
  if (ready >= most.ready)
    throw new Refusal(
      'unprocessable',
      `${ready} exports are ready; cancel one that is not needed, or wait until one expires.`,
    )
}
