import { type Sentence, sentence } from './sentence.ts'

/** C0, DEL and C1 controls, and characters that reorder displayed text (`exe.gnp` shown as `png.exe`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for control characters
const FORBIDDEN_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

export const mustNotBeEmpty = sentence`field.empty: must not be empty`

const PROBLEMS: ReadonlyArray<readonly [problem: Sentence, applies: (name: string) => boolean]> = [
  [mustNotBeEmpty, name => name === ''],
  [sentence`field.well_formed: must be well-formed Unicode (no lone surrogates)`, name => !name.isWellFormed()],
  [sentence`field.normalized: must be in Unicode normalization form NFC`, name => name.normalize('NFC') !== name],
  [sentence`field.filename_too_long: must be at most 255 bytes in UTF-8`, name => Buffer.byteLength(name) > 255],
  [
    sentence`field.direction_characters: must not contain control or text-direction characters`,
    name => FORBIDDEN_CHARACTERS.test(name),
  ],
  [sentence`field.slashes: must not contain / or \\`, name => /[/\\]/.test(name)],
  [sentence`field.dots: must not be . or ..`, name => name === '.' || name === '..'],
]

/**
 * Returns the problem with `name` as a file name; undefined if it is acceptable. The name is only stored and displayed;
 * it is never used as a path.
 */
export function checkFilename(name: string): Sentence | undefined {
  return PROBLEMS.find(([, applies]) => applies(name))?.[0]
}
