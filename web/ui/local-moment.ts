import { currentFormat } from './display.ts'

/** Formats a timestamp for `MomentField`, in the user's time zone, to the minute. Empty if invalid. */
export const toLocal = (timestamp: Date | string | undefined): string => currentFormat().toLocal(timestamp ?? '')

/**
 * The last millisecond of the minute in the input, or the current time if that is earlier. Undefined while it is empty.
 */
export const endOfMinute = (text: string): string | undefined => {
  const start = fromLocal(text)
  return start && new Date(Math.min(Date.parse(start) + 59_999, Date.now())).toISOString()
}

/** The time on the user's clock, to the minute, as if it were UTC, in milliseconds. */
const clockTime = (at: number): number => Date.parse(`${toLocal(new Date(at))}Z`)

/** The timestamp in the input of a `MomentField`. Undefined while it is empty or invalid. */
export const fromLocal = (text: string): string | undefined => {
  const target = Date.parse(`${text}Z`)
  if (!text.includes('T') || Number.isNaN(target)) return undefined
  const first = 2 * target - clockTime(target)
  // The offset from UTC may differ there. If the clock skips that hour, the second try does not match either.
  const second = first + target - clockTime(first)
  return new Date(clockTime(second) === target ? second : first).toISOString()
}
