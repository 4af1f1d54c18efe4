/** C0, DEL and C1 controls, and the characters that reorder displayed text (`exe.gnp` shown as `png.exe`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is this table's purpose
const FORBIDDEN_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

const PROBLEMS: ReadonlyArray<readonly [problem: string, holds: (name: string) => boolean]> = [
  ['must not be empty', name => name === ''],
  ['must be well-formed Unicode (no lone surrogates)', name => !name.isWellFormed()],
  ['must be in Unicode normalization form NFC', name => name.normalize('NFC') !== name],
  ['must be at most 255 bytes in UTF-8', name => Buffer.byteLength(name) > 255],
  ['must not contain control or text-direction characters', name => FORBIDDEN_CHARACTERS.test(name)],
  ['must not contain / or \\', name => /[/\\]/.test(name)],
  ['must not be . or ..', name => name === '.' || name === '..'],
]

/**
 * The problem of `name` as a file name, or undefined if it is acceptable. The name is only stored and displayed; it
 * never becomes a path. Open points, "Attachments".
 */
export function checkFilename(name: string): string | undefined {
  return PROBLEMS.find(([, holds]) => holds(name))?.[0]
}
