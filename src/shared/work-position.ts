import { iso } from '#lib/clock.ts'
import { idFloor, idTime } from '#lib/ids.ts'
import type { WorkRow, WorkSource } from './work-source.ts'

/** The time of work without a due date, which sorts last. */
export const noDueTime = 999_999_999_999_999
const digits = String(noDueTime).length

/** A position in a list of work. */
export interface WorkPosition {
  /** The time when the work is due or began to wait. */
  readonly at: number
  readonly id: string
}

export const workStart: WorkPosition = { at: -1, id: '' }
export const workEnd: WorkPosition = { at: noDueTime + 1, id: '' }

export const isWorkBefore = (a: WorkPosition, b: WorkPosition): boolean => a.at < b.at || (a.at === b.at && a.id < b.id)

export const writeWorkPosition = ({ at, id }: WorkPosition): string => String(at).padStart(digits, '0') + id
export const readWorkPosition = (position: string): WorkPosition => ({
  at: Number(position.slice(0, digits)),
  id: position.slice(digits),
})

export const workTimeOf = (at: number): string => {
  if (at < 0) return '-infinity'
  return at === noDueTime ? 'infinity' : iso(at)
}

/** Returns the id after which all ids with this prefix sort after a position. */
export const workIdAfter = (prefix: string, { at, id }: WorkPosition): string => {
  if (id.startsWith(`${prefix}_`)) return id
  return idFloor(prefix, id < prefix ? at : at + 1)
}

export const workPositionOf = ({ order }: WorkSource, { id, due }: Pick<WorkRow, 'id' | 'due'>): WorkPosition =>
  'prefix' in order ? { at: idTime(id), id } : { at: due ?? noDueTime, id }
