const pad = (n: number): string => String(n).padStart(2, '0')

/** A moment as `<input type="datetime-local">` has it: in the reader's time zone, to the minute. */
export const toLocal = (at: Date): string =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`

/** The timestamp that such an input names; undefined while it names none. */
export const fromLocal = (text: string): string | undefined => {
  const at = new Date(text)
  return text === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
