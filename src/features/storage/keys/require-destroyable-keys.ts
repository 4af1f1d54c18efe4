import type { Change } from '#http/call.ts'
import { Refusal } from '#http/errors.ts'
import { iso } from '#lib/clock.ts'
import { sentence } from '#lib/sentence.ts'
import { findHoldsInForce, lockHolds } from '#shared/retention-hold.ts'
import type { KeyProviderRow } from './key-provider.ts'
import { findKeyObstacle } from './queries.ts'

const sentences = {
  hold: sentence`key.held: Files are under a hold, so the keys that open them cannot be destroyed; release the hold first.`,
  retention: sentence`key.retained: Files are kept for the retention period of their requirement. The keys that open them can be destroyed only after it ends.`,
} as const

/** Prevents new holds until the end of the transaction. Throws a 422 if the keys open files that must be kept. */
export const requireDestroyableKeys = async ({ tx, now }: Change): Promise<void> => {
  tx.write(lockHolds, { alone: false })
  const [obstacle] = await tx.query(findKeyObstacle, { now: iso(now) })
  if (obstacle) throw new Refusal('unprocessable', sentences[obstacle.why])
}

type HolderFields = Pick<KeyProviderRow, 'kind' | 'settings'>

/** A key holder can withhold the keys, so while files are on hold, only the install itself may become the new holder. */
export const requireAllowedHolder = async (
  { tx }: Change,
  next: HolderFields,
  current: HolderFields | undefined,
): Promise<void> => {
  if (next.kind === 'local' || (current?.kind === next.kind && current.settings === next.settings)) return
  tx.write(lockHolds, { alone: false })
  const [holds] = await tx.query(findHoldsInForce, {})
  if (holds?.some)
    throw new Refusal(
      'unprocessable',
      sentence`key.holder_while_held: Files are under a hold, so only this install can become the new key holder; release the hold to choose another.`,
    )
}
