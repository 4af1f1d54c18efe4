import { iso, parseTimestamp } from '#lib/clock.ts'
import { idFloor } from '#lib/ids.ts'
import { rangeFields, rangeOf, type SortColumn } from './columns.ts'
import type { Place } from './place.ts'
import { type Direction, segmentOfValue } from './statements.ts'

type Values = Readonly<Record<string, unknown>>

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const timeOf = (value: unknown): number | undefined => {
  const text = textOf(value)
  return text === undefined ? undefined : parseTimestamp(text)
}

const inMicroseconds = (time: number): string => `${iso(time).slice(0, -1)}000`

/** The ranges of a request by field: as parameters of the statements, and as bounds of sorted values. */
export const readTimeRanges = (prefix: string, columns: ReadonlyMap<string, SortColumn>, query: Values) => {
  const parameters: Record<string, string | null> = {}
  const bounds = new Map<string, { readonly from: string | undefined; readonly to: string | undefined }>()
  for (const field of rangeFields(columns)) {
    const isId = columns.get(field)?.kind === 'id'
    const names = rangeOf(field)
    const [from, to] = [timeOf(query[names.from]), timeOf(query[names.to])]
    const parameter = (time: number | undefined) =>
      time === undefined ? null : isId ? idFloor(prefix, time) : iso(time)
    parameters[names.from] = parameter(from)
    parameters[names.to] = parameter(to)
    if (from === undefined && to === undefined) continue
    const bound = (time: number | undefined) =>
      time === undefined ? undefined : isId ? idFloor(prefix, time) : inMicroseconds(time)
    bounds.set(field, { from: bound(from), to: bound(to) })
  }
  return { parameters, bounds }
}

/** The place just before the first row with this value. */
export const placeOfBound = ({ kind, isNullable }: SortColumn, direction: Direction, bound: string): Place =>
  kind === 'id'
    ? { segment: 0, value: '', id: bound }
    : { segment: isNullable ? segmentOfValue[direction] : 0, value: bound, id: '' }
