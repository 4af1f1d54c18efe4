const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Formats a timestamp for `<input type="datetime-local">`, in the reader's time zone, to the minute. Empty if invalid. */
export const toLocal = (timestamp: Date | string | undefined): string => {
  const time = new Date(timestamp ?? '')
  if (Number.isNaN(time.getTime())) return ''
  const date = [time.getFullYear(), twoDigits(time.getMonth() + 1), twoDigits(time.getDate())].join('-')
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

/** The last millisecond of the minute in such an input, or now if that is earlier. Undefined while it is empty. */
export const endOfMinute = (text: string): string | undefined => {
  const start = fromLocal(text)
  return start && new Date(Math.min(Date.parse(start) + 59_999, Date.now())).toISOString()
}

/** The timestamp in such an input. Undefined while it is empty or invalid. */
export const fromLocal = (text: string): string | undefined => {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
