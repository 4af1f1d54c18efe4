import type { Change } from '#api/call.ts'
import { Refusal } from '#api/errors.ts'
import { findHoldsInForce, lockHolds } from '#api/retention-hold.ts'
import { iso } from '#lib/clock.ts'
import type { ProviderRow } from './key-provider.ts'
import { whatKeepsKeys } from './queries.ts'

const sentences = {
  hold: 'Files are under a hold; while it is in force, no key that opens them is destroyed.',
  retention:
    'Files are kept by the retention of their requirement; until its end, no key that opens them is destroyed.',
} as const

/** Nobody places a hold until the end of the transaction. Throws a 422 where files that the keys open are kept. */
export const refuseKeptKeys = async ({ tx, now }: Change): Promise<void> => {
  tx.write(lockHolds, { alone: false })
  const [kept] = await tx.query(whatKeepsKeys, { now: iso(now) })
  if (kept) throw new Refusal('unprocessable', sentences[kept.why])
}

type Holder = Pick<ProviderRow, 'kind' | 'settings'>

/** Whoever holds the keys can take them away: while files are held, they go to nobody new but the install itself. */
export const refuseNewHolder = async ({ tx }: Change, next: Holder, present: Holder | undefined): Promise<void> => {
  if (next.kind === 'local' || (present?.kind === next.kind && present.settings === next.settings)) return
  tx.write(lockHolds, { alone: false })
  const [holds] = await tx.query(findHoldsInForce, {})
  if (holds?.some)
    throw new Refusal(
      'unprocessable',
      'Files are under a hold; while it is in force, the keys go to no new holder but this install.',
    )
}
