import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileFault } from './variable-values.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Makes a directory with those above it. Node's own `recursive` tries for ever, deaf to Ctrl-C, where a directory is
 * there and the file system says that it is not when something is to be made in it, as that of /proc does.
 */
export const makeDirectory = async (path: string, mode: number): Promise<void> => {
  const above = dirname(resolve(path))
  const isThere = await stat(above).catch(() => undefined)
  if (!isThere) await makeDirectory(above, mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}

/** Why a directory could not be made, of the one above it. */
export const makingFault = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'is of a file system in which none can be made' : fileFault(error)
