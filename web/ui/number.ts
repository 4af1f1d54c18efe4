const separatorsOf = (language: string): { readonly group: string; readonly decimal: string } => {
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.6)
  const part = (type: 'group' | 'decimal', other: string) => parts.find(one => one.type === type)?.value ?? other
  return { group: part('group', ','), decimal: part('decimal', '.') }
}

/** More digits than a number keeps. */
const maxDigits = 15

/**
 * A number as people write it in a language: `1.500` is 1500 in German and 1.5 in English. Undefined if it is not a
 * number in that language: `1,5` in English is neither a number nor 15.
 */
export const readNumber = (text: string, language: string): number | undefined => {
  const { group, decimal } = separatorsOf(language)
  const form = new RegExp(`^-?(\\d+|\\d{1,3}([${group}]\\d{3})+)([${decimal}]\\d+)?$`)
  const plain = text.trim().replace('−', '-')
  if (!form.test(plain) || plain.replaceAll(/\D/g, '').length > maxDigits) return undefined
  return Number(plain.replaceAll(group, '').replace(decimal, '.'))
}

/** As people write it, with separators between thousands: they show how what was typed is understood. */
export const writeNumber = (value: number, language: string): string =>
  value.toLocaleString(language, { maximumFractionDigits: maxDigits })
