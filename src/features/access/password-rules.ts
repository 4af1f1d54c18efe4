import { invalid } from '#http/errors.ts'
import { atLeastCharacters } from '#http/sentences.ts'
import { type CommonPasswords, commonPasswords, fold } from '#lib/common-passwords.ts'
import { type Sentence, sentence } from '#lib/sentence.ts'

/**
 * NIST SP 800-63B-4 section 3.1.1: 15 characters if the password may be the only factor, and no composition rules. A
 * smaller minimum needs a different list of common passwords.
 */
export const minPasswordLength = 15
/** The minimum number of characters besides known words. */
const minOwnCharacters = 8
const minDifferentCharacters = 5
/** Shorter words occur inside too many others. */
const minWordLength = 4

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap(text => fold(text).split(/[^\p{L}\p{N}]+/u)).filter(word => word.length >= minWordLength)

const isRun = (text: string): boolean => {
  const codes = [...text].map(char => char.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, i) => code - (codes[i] ?? 0))
  return steps.length > 0 && new Set(steps).size === 1
}

const isRepeated = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length
const isTwoCommonPasswords = (text: string, common: CommonPasswords): boolean =>
  Array.from(text).some((_, i) => common.has(text.slice(0, i)) && common.has(text.slice(i)))

interface Candidate {
  readonly text: string
  readonly words: readonly string[]
  readonly common: CommonPasswords
}

const withoutWords = ({ text, words }: Candidate): string =>
  words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const rules: readonly (readonly [isBroken: (candidate: Candidate) => boolean, problem: Sentence])[] = [
  [
    ({ text, common }) => common.has(text),
    sentence`field.common_password: is one of the most common passwords, which attackers try first; choose another one`,
  ],
  [
    ({ text, common }) => isTwoCommonPasswords(text, common),
    sentence`field.two_common_passwords: combines two of the most common passwords; choose another one`,
  ],
  [
    ({ text }) => new Set(text).size < minDifferentCharacters || isRepeated(text),
    sentence`field.repeated_characters: repeats the same characters; choose something less predictable`,
  ],
  [
    ({ text }) => isRun(text),
    sentence`field.row_of_characters: follows the order of the keyboard or of the alphabet; choose something less predictable`,
  ],
  [
    candidate =>
      candidate.words.some(word => candidate.text.includes(word)) && withoutWords(candidate).length < minOwnCharacters,
    sentence`field.known_names: consists mostly of names that others know: of this workspace, your own, or Probata; choose other words`,
  ],
]

/**
 * Rejects a password that others could guess (NIST SP 800-63B-4 section 3.1.1.2). `known` are names and addresses that
 * others know. Throws a 400 that names the field and the reason.
 */
export const checkNewPassword = async (
  password: string,
  known: readonly string[],
  field = 'password',
): Promise<void> => {
  if ([...password].length < minPasswordLength) throw invalid([field], atLeastCharacters(minPasswordLength))
  const text = fold(password)
  const candidate = { text, words: wordsOf([...known, 'probata']), common: await commonPasswords() }
  const [, problem] = rules.find(([isBroken]) => isBroken(candidate)) ?? []
  if (problem) throw invalid([field], problem)
}
