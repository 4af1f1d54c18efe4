const two = (number: number): string => String(number).padStart(2, '0')

/** A moment of the address, ISO 8601 in UTC, as the field for it wants it: local time without a zone. */
export const toLocal = (at: string | undefined): string | undefined => {
  const moment = new Date(at ?? '')
  if (Number.isNaN(moment.getTime())) return undefined
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}

/** The other way; an empty text stays empty. */
export const fromLocal = (text: string): string => {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
