/** Recognizes words and signs for yes and no in a column or field. */

const yes = /^(yes|y|true|t|1|x|✓|✔|☑|✅|ja|j|wahr|oui|vrai|o|si|sí|s|sì|sim|on|applicable)$/i
const no = /^(no|n|false|f|0|-|–|—|✗|✘|☐|❌|nein|falsch|non|faux|não|nao|off|none|n\/?a)$/i

/** Returns true or false for a word or sign for yes or no; undefined for other texts. */
export const markOf = (text: string): boolean | undefined => {
  const word = text.trim()
  if (yes.test(word)) return true
  return no.test(word) ? false : undefined
}

/** Whether a column only marks yes, so that an empty cell means no. */
export const isColumnOfCrosses = (texts: readonly string[]): boolean => {
  const marks = texts.map(markOf)
  return marks.includes(true) && !marks.includes(false)
}
