/** Recognizes words for yes and no in a column or field. */

const yes = /^(yes|y|true|t|1|x|✓|✔|☑|✅|ja|j|wahr|oui|vrai|o|si|sí|s|sì|sim|on|applicable)$/i
const no = /^(no|n|false|f|0|-|–|—|✗|✘|☐|❌|nein|falsch|non|faux|não|nao|off|none|n\/?a)$/i

/** True or false for a word for yes or no; undefined for any other text. */
export const markOf = (text: string): boolean | undefined => {
  const word = text.trim()
  if (yes.test(word)) return true
  return no.test(word) ? false : undefined
}

/** Whether a column has only words for yes: an empty field in it then means no. */
export const isColumnOfCrosses = (texts: readonly string[]): boolean => {
  const marks = texts.map(markOf)
  return marks.includes(true) && !marks.includes(false)
}
