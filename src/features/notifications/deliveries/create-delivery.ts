import type { Transaction } from '#db/database.ts'
import type { Services } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { type DeliveryChannel, type DeliveryMode, insertDelivery } from './queries.ts'

interface NewDelivery {
  readonly personId: string
  readonly channels: readonly DeliveryChannel[]
  readonly mode: DeliveryMode
  /** The person's local date, for a digest. */
  readonly day: string | null
  readonly notificationIds: readonly string[]
}

/** Writes one delivery for each channel, all about the same notifications. */
export const createDeliveries = (
  { ids, clock }: Pick<Services, 'ids' | 'clock'>,
  tx: Transaction,
  { channels, ...delivery }: NewDelivery,
): void => {
  const now = clock.now()
  for (const channel of channels)
    tx.write(insertDelivery, { ...delivery, id: ids.next('ndl', now), channel, now: iso(now) })
}
