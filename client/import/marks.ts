/** Words for yes and no in a column or field. */

const yes = /^(yes|y|true|t|1|x|✓|✔|☑|✅|ja|j|wahr|oui|vrai|o|si|sí|s|sì|sim|on|applicable)$/i
const no = /^(no|n|false|f|0|-|–|—|✗|✘|☐|❌|nein|falsch|non|faux|não|nao|off|none|n\/?a)$/i

/** Undefined for anything else, or empty. */
export const markOf = (text: string): boolean | undefined => {
  const word = text.trim()
  if (yes.test(word)) return true
  return no.test(word) ? false : undefined
}

/** If only some are marked, and all of these with yes, an empty field means no: a column of crosses. */
export const isColumnOfCrosses = (texts: readonly string[]): boolean => {
  const marks = texts.map(markOf)
  return marks.includes(true) && !marks.includes(false)
}
