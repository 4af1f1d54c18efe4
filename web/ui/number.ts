const separatorsOf = (language: string): { readonly group: string; readonly decimal: string } => {
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.6)
  const part = (type: 'group' | 'decimal', fallback: string) =>
    parts.find(part => part.type === type)?.value ?? fallback
  return { group: part('group', ','), decimal: part('decimal', '.') }
}

/** A JavaScript number keeps 15 significant digits. */
const maxDigits = 15

/**
 * Reads a number in the format of a language: `1.500` is 1500 in German and 1.5 in English. Undefined if the text is not
 * a number in that language: in English, `1,5` is not 15.
 */
export const readNumber = (text: string, language: string): number | undefined => {
  const { group, decimal } = separatorsOf(language)
  const pattern = new RegExp(`^-?(\\d+|\\d{1,3}([${group}]\\d{3})+)([${decimal}]\\d+)?$`)
  const plain = text.trim().replace('−', '-')
  if (!pattern.test(plain) || plain.replaceAll(/\D/g, '').length > maxDigits) return undefined
  return Number(plain.replaceAll(group, '').replace(decimal, '.'))
}

/** Writes a number with separators between thousands, which show how the typed text was understood. */
export const writeNumber = (value: number, language: string): string =>
  value.toLocaleString(language, { maximumFractionDigits: maxDigits })
