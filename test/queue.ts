/** The list of test files that the processes of a run share, as a folder. The first process to claim a file runs it. */
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folderVariable = 'PROBATA_TEST_QUEUE'

/** Writes the list, in order, to a folder. @returns the environment that the processes need */
export const offerFiles = (folder: string, files: readonly string[]): Readonly<Record<string, string>> => {
  writeFileSync(join(folder, 'files'), files.join('\n'))
  return { [folderVariable]: folder }
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

/** Claims the next file. Undefined if all are claimed. */
export const takeFile = (): string | undefined => {
  const folder = process.env[folderVariable] ?? ''
  files ??= readOffer(folder)
  while (nextIndex < files.length) {
    const index = nextIndex++
    if (tryClaim(folder, index)) return files[index]
  }
  return undefined
}
