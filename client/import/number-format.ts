/**
 * Formats numbers like a spreadsheet program (ECMA-376 part 1, 18.8.30 and 18.8.31). Supports only the formats that
 * tables of clauses and findings need.
 */

/**
 * The built-in formats, which workbooks refer to by number. Dates become ISO 8601, which is unambiguous in every
 * locale.
 */
const builtIn: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '0',
  4: '0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'yyyy-mm-dd',
  16: 'yyyy-mm-dd',
  17: 'yyyy-mm-dd',
  18: 'hh:mm',
  19: 'hh:mm:ss',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  22: 'yyyy-mm-dd hh:mm',
  37: '0',
  38: '0',
  39: '0.00',
  40: '0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  49: '@',
}

export const formatCode = (id: number, ownFormats: ReadonlyMap<number, string>): string =>
  ownFormats.get(id) ?? builtIn[id] ?? (id < 50 ? 'unknown' : 'General')

const dayMs = 86_400_000
/** The serial number of 31 December 9999. */
const lastDay = 2_958_465

/**
 * Converts a serial date to ISO 8601. The 1900 system includes a 29 February 1900 (day 60), which never existed, so
 * earlier days are shifted by one.
 */
const isoDateTime = (serial: number, is1904: boolean): string => {
  const day = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const ms = Math.round((day * dayMs) / 1000) * 1000
  return new Date(Date.UTC(1899, 11, 30) + ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** Rounds to 15 significant digits, like spreadsheets: 0.1 + 0.2, stored as 0.30000000000000004, is 0.3. */
const general = (value: number): string => String(Number(value.toPrecision(15)))

const round = (value: number, decimals: number): string => {
  const shifted = Number(`${general(value)}e${decimals}`)
  return Number.isFinite(shifted) ? (Math.round(shifted) / 10 ** decimals).toFixed(decimals) : value.toFixed(decimals)
}

/** Literal text in quotes or after a backslash, spaces with the width of a character, and fill characters. */
const literals = /"([^"]*)"|\\(.)|_.|\*./g
const inBrackets = /\[[^\]]*\]/g

const literal = (code: string): string =>
  code.replace(literals, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '')

const digits =
  /^((?:"[^"]*"|\\.|_.|[^0#?.,%@/E"\\])*)([0#?,]+)(?:\.([0#?]+))?(%?)((?:"[^"]*"|\\.|_.|[^0#?.,%@/E"\\])*)$/

const formatAsNumber = (value: number, section: string): string | undefined => {
  const [, before = '', whole = '', fraction = '', percent = '', after = ''] = digits.exec(section) ?? []
  if (whole === '') return undefined
  const minDigits = fraction.replace(/[^0]/g, '').length
  const text = round(Math.abs(value) * (percent ? 100 : 1), fraction.length)
  const [integerPart = '', fractionPart = ''] = text.split('.')
  const fractionDigits = fractionPart.slice(0, minDigits) + fractionPart.slice(minDigits).replace(/0+$/, '')
  const padded = integerPart.padStart(whole.replace(/[^0]/g, '').length, '0')
  return `${literal(before)}${padded}${fractionDigits && `.${fractionDigits}`}${percent}${literal(after)}`
}

const formatAsDate = (value: number, section: string, is1904: boolean): string | undefined => {
  const letters = section.replace(literals, '').replace(inBrackets, '').toLowerCase()
  const isElapsed = /\[(h+|m+|s+)\]/i.test(section)
  const hasTime = isElapsed || /[hs]/.test(letters)
  const hasDate = /[yd]/.test(letters) || (/m/.test(letters) && !hasTime)
  if (!hasDate && !hasTime) return undefined
  if (value < 0 || value > lastDay) return general(value)
  const text = isoDateTime(value, is1904)
  const [date = '', time = ''] = text.split(' ')
  const [, minutes = '', seconds = ''] = time.split(':')
  const hours = isElapsed ? String(Math.floor(value * 24 + 1e-9)) : time.slice(0, 2)
  const clock = seconds === '00' && !/s/.test(letters) ? `${hours}:${minutes}` : `${hours}:${minutes}:${seconds}`
  return [hasDate && date, hasTime && clock].filter(Boolean).join(' ')
}

/** Returns the section of a format for the sign of a value, and a minus sign if the section does not imply it. */
const sectionOf = (value: number, code: string): readonly [section: string, minus: string] => {
  const [positive = '', negative, zero] = code.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
  if (value < 0) return negative === undefined ? [positive, '-'] : [negative, '']
  return [value === 0 && zero ? zero : positive, '']
}

/** Formats a number as displayed; undefined for an unknown format, for which callers use the plain number. */
export const shown = (value: number, code: string, is1904: boolean): string | undefined => {
  if (code === '@' || /^general$/i.test(code)) return general(value)
  const [section, minus] = sectionOf(value, code)
  const date = formatAsDate(value, section, is1904)
  if (date !== undefined) return date
  const number = formatAsNumber(value, section.replace(inBrackets, ''))
  return number === undefined ? undefined : `${minus}${number}`
}

export { general as plainNumber }
