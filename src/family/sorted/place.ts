import { columnTypes, type SortColumn } from './columns.ts'
import type { Direction, Placed } from './statements.ts'

/** A place in a sorted list. */
export interface Place {
  readonly segment: number
  readonly value: string
  readonly id: string
}

export const placeOf = ({ sort_segment, sort_value, id }: Placed): Place => ({
  segment: sort_segment,
  value: sort_value,
  id,
})

/** The place before all rows of a list. */
export const beforeAll = (direction: Direction): Place =>
  direction === 'asc'
    ? { segment: -1, value: '', id: '' }
    : { segment: 1_000_000, value: columnTypes.text.last, id: '~' }

/** The place before all rows of a segment. */
export const beforeSegment = ({ kind }: SortColumn, direction: Direction, segment: number): Place => {
  const { first, last } = kind === 'time' || kind === 'number' ? columnTypes[kind] : columnTypes.text
  return direction === 'asc' ? { segment, value: first, id: '' } : { segment, value: last, id: '~' }
}

/** The content of a cursor of a sorted list: the place, and whether the search uses similar words. */
interface SortedPosition {
  readonly place: Place
  readonly isSimilar: boolean
}

export const encodePosition = ({ place: { segment, value, id }, isSimilar }: SortedPosition): string =>
  [isSimilar ? 's' : '', segment, id, value].join('\n')

export const decodePosition = (text: string): SortedPosition => {
  const [mode = '', segment = '', id = '', ...value] = text.split('\n')
  return { isSimilar: mode === 's', place: { segment: Number(segment), id, value: value.join('\n') } }
}
