const two = (number: number): string => String(number).padStart(2, '0')

/** A moment as `<input type="datetime-local">` has it: in the reader's time zone, to the minute; empty where it is none. */
export const toLocal = (at: Date | string | undefined): string => {
  const moment = new Date(at ?? '')
  if (Number.isNaN(moment.getTime())) return ''
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The last millisecond of the minute that such an input names, as far as it has passed; undefined while it names none. */
export const endOfMinute = (text: string): string | undefined => {
  const from = fromLocal(text)
  return from && new Date(Math.min(Date.parse(from) + 59_999, Date.now())).toISOString()
}

/** The timestamp that such an input names; undefined while it names none. */
export const fromLocal = (text: string): string | undefined => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}
