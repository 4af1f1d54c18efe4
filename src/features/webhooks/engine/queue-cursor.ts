import type { Cursor } from './due.ts'

const isAfter = (a: Cursor, b: Cursor): boolean => a.due > b.due || (a.due === b.due && a.id > b.id)
const keyOf = ({ due, id }: Cursor): string => `${due}${id}`

/**
 * How far a lane has read its queue. The cursor sometimes goes back, for rows that were committed late. Rows in memory,
 * in flight or not yet written are remembered by key, so that none is delivered twice.
 */
export class QueueCursor {
  #position: Cursor = { due: 0, id: '' }
  /** The last row that a read returned. */
  #last = this.#position
  #rewindTo = Number.POSITIVE_INFINITY
  readonly #knownKeys = new Set<string>()
  readonly #written: string[] = []

  /** The position after which no row has been read. */
  get position(): Cursor {
    return this.#position
  }

  get knownCount(): number {
    return this.#knownKeys.size
  }

  /** Whether no read can have returned this row. Otherwise it may already have been delivered. */
  isUnread(row: Cursor): boolean {
    return isAfter(row, this.#last)
  }

  /** Remembers a row, and returns whether it is new. `isRead`: a read returned it. */
  take(row: Cursor, isRead: boolean): boolean {
    if (isRead && isAfter(row, this.#last)) this.#last = { due: row.due, id: row.id }
    if (isAfter(row, this.#position)) this.#position = { due: row.due, id: row.id }
    const before = this.#knownKeys.size
    return this.#knownKeys.add(keyOf(row)).size > before
  }

  /** Forgets a row; with `afterRead` only after the current read, which may return the row again. */
  forget(row: Cursor, afterRead: boolean): void {
    if (afterRead) this.#written.push(keyOf(row))
    else this.#knownKeys.delete(keyOf(row))
  }

  /** Marks that rows may exist from this due time. `goBack` moves the cursor there. */
  mark(due: number): void {
    this.#rewindTo = Math.min(this.#rewindTo, due)
  }

  goBack(): void {
    if (this.#position.due >= this.#rewindTo) this.#position = { due: this.#rewindTo, id: '' }
    this.#rewindTo = Number.POSITIVE_INFINITY
  }

  /** Completes a read. */
  settle(): void {
    for (const key of this.#written) this.#knownKeys.delete(key)
    this.#written.length = 0
    this.goBack()
  }
}
