/** The list of test files that the processes of a run share, as a folder. The first process to claim a file runs it. */
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folderVariable = 'PROBATA_TEST_QUEUE'
const untilVariable = 'PROBATA_TEST_UNTIL'

/**
 * Writes the list, in order, to a folder. No file starts after `until`, in ms since 1970.
 * @returns the environment that the processes need
 */
export const offerFiles = (
  folder: string,
  files: readonly string[],
  until = Number.POSITIVE_INFINITY,
): Readonly<Record<string, string>> => {
  writeFileSync(join(folder, 'files'), files.join('\n'))
  return { [folderVariable]: folder, [untilVariable]: String(until) }
}

const readOffer = (folder: string): string[] => readFileSync(join(folder, 'files'), 'utf8').split('\n')

/** The files of this run. */
export const readOffered = (): readonly string[] => readOffer(process.env[folderVariable] ?? '')

let files: string[] | undefined
let nextIndex = 0

const tryClaim = (folder: string, index: number): boolean => {
  try {
    closeSync(openSync(join(folder, String(index)), 'wx'))
    return true
  } catch {
    return false
  }
}

/** The files of the list that no process claimed. */
export const unclaimedFiles = (folder: string): string[] =>
  readOffer(folder).filter((_, index) => !existsSync(join(folder, String(index))))

/** Claims the next file. Undefined if all are claimed or the time is over. */
export const takeFile = (): string | undefined => {
  if (Date.now() > Number(process.env[untilVariable])) return undefined
  const folder = process.env[folderVariable] ?? ''
  files ??= readOffer(folder)
  while (nextIndex < files.length) {
    const index = nextIndex++
    if (tryClaim(folder, index)) return files[index]
  }
  return undefined
}
