import type { Delivery } from './delivery.ts'

/** A delivery that is waiting or in flight. */
export interface QueuedDelivery {
  /** Milliseconds since 1970. */
  readonly due: number
  /** Together with `due`, the key of the queue row. */
  readonly id: string
  /** The row's `ctid`, as a hint that may be out of date. */
  readonly ctid: string
  readonly eventId: string
  /** The number of the attempt, from 1 to 7. */
  readonly attempt: number
  readonly origin: Delivery['origin']
  /** When the attempt was first scheduled, if it was brought forward. */
  readonly originalDue: number | null
  /** The text to send; empty if it is no longer stored. */
  readonly body: string
  /** The subject of the event: only one attempt per resource is in flight at a time. */
  readonly resource: string
}

/** A position in the queue of a lane. */
export type Cursor = Pick<QueuedDelivery, 'due' | 'id'>
