import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileFault } from './variable-values.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Creates a directory and its parents. Node's own `recursive` retries for ever, ignoring Ctrl-C, if a file system
 * reports an existing directory as missing when something is created in it, as /proc does.
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

/** Why a directory could not be created, based on its parent. */
export const makingFault = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'is of a file system in which none can be made' : fileFault(error)
