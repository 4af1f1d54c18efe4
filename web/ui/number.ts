import type { Format } from './format.ts'

/** A JavaScript number keeps 15 significant digits. */
const maxDigits = 15

/**
 * Reads a number in the user's format: `1.500` is 1500 in German and 1.5 in English. Undefined if the text is not
 * a number in that format: in English, `1,5` is not 15.
 */
export const readNumber = (text: string, format: Format): number | undefined => {
  const { group, decimal } = format.separators()
  const pattern = new RegExp(`^-?(\\d+|\\d{1,3}([${group}]\\d{3})+)([${decimal}]\\d+)?$`)
  const plain = text.trim().replace('−', '-')
  if (!pattern.test(plain) || plain.replaceAll(/\D/g, '').length > maxDigits) return undefined
  return Number(plain.replaceAll(group, '').replace(decimal, '.'))
}

/** Writes a number with separators between thousands, which show how the typed text was understood. */
export const writeNumber = (value: number, format: Format): string =>
  format.number(value, { maximumFractionDigits: maxDigits })
