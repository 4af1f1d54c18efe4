import type { Delivery } from './delivery.ts'

/** A delivery that is waiting or under way. */
export interface Due {
  /** Milliseconds since 1970. */
  readonly due: number
  /** With `due`, what the row in the queue is known by. */
  readonly id: string
  /** Where the row was read in the table: a hint. */
  readonly ctid: string
  readonly eventId: string
  /** 1 to 7. */
  readonly attempt: number
  readonly origin: Delivery['origin']
  /** The text that is sent; empty when it is not stored any more. */
  readonly body: string
  /** What the event is about: of one resource, one attempt is under way at a time. */
  readonly resource: string
}

/** A place in the queue of a lane. */
export type Cursor = Pick<Due, 'due' | 'id'>
