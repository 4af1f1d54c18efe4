const two = (number: number): string => String(number).padStart(2, '0')

/** A moment for `<input type="datetime-local">`: in the reader's time zone, to the minute; empty if it is invalid. */
export const toLocal = (at: Date | string | undefined): string => {
  const moment = new Date(at ?? '')
  if (Number.isNaN(moment.getTime())) return ''
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The last millisecond of the minute in such an input, or now if that is earlier; undefined while it is empty. */
export const endOfMinute = (text: string): string | undefined => {
  const from = fromLocal(text)
  return from && new Date(Math.min(Date.parse(from) + 59_999, Date.now())).toISOString()
}

/** The timestamp that such an input names; undefined while it names none. */
export const fromLocal = (text: string): string | undefined => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
