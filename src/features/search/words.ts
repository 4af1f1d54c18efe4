/** The rules of the index. A higher number makes each workspace rebuild its index. */
export const wordRules = 4

const maxWordLength = 40
/** The maximum number of words of one record. */
const maxWords = 300

const accent = /\p{M}/gu
const wordPattern = /[\p{L}\p{N}]+/gu

/** The form in which words are compared: lower case, without accents, ß as ss. */
const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(accent, '').toLowerCase().replaceAll('ß', 'ss')

const allWordsIn = (text: string): string[] =>
  Array.from(folded(text).matchAll(wordPattern), ([word]) => [...word].slice(0, maxWordLength).join(''))

/** Returns the distinct words of a text, as the index has them. Everything but letters and digits separates words. */
export const wordsIn = (text: string): string[] => [...new Set(allWordsIn(text))].slice(0, maxWords)

/**
 * The word of the index for a whole key, which no text contains. It repeats words, so that A.5.5 is not A.5. Its digit
 * excludes it from similar words.
 */
export const keyWordOf = (key: string): string => `0=${allWordsIn(key).join('-')}`

/** The word of the index for a word of a comment, which the searches of service accounts do not find. */
export const commentWordOf = (word: string): string => `9=${word}`

const withoutDigits = /^[^0-9]{4,24}$/u

/**
 * Returns the spellings under which the index may have a mistyped word: the word, and the word without one of its
 * letters. The word then has one letter more, less, changed, or swapped with its neighbor. None for short words and
 * numbers.
 */
export const spellingsOf = (word: string): string[] => {
  if (!withoutDigits.test(word)) return []
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, i) => letters.toSpliced(i, 1).join(''))])]
}
