import type { Delivery } from './delivery.ts'

/** A delivery that is waiting or under way. */
export interface Due {
  /** Milliseconds since 1970. */
  readonly due: number
  /** With `due`, the key of the row in the queue. */
  readonly id: string
  /** The row's physical position in the table: a hint. */
  readonly ctid: string
  readonly eventId: string
  /** 1 to 7. */
  readonly attempt: number
  readonly origin: Delivery['origin']
  /** The originally scheduled time of its attempt, if it was brought forward. */
  readonly later: number | null
  /** The text to send; empty if it is no longer stored. */
  readonly body: string
  /** The subject of the event: only one attempt per resource is in flight at a time. */
  readonly resource: string
}

/** A position in the queue of a lane. */
export type Cursor = Pick<Due, 'due' | 'id'>
