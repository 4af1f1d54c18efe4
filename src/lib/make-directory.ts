import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileFault } from './variable-values.ts'

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Creates a directory and its parents. Node's own `recursive` option retries forever, ignoring Ctrl-C, if a file system
 * reports an existing directory as missing on creation inside it, as /proc does.
 */
export const makeDirectory = async (path: string, mode: number): Promise<void> => {
  const parent = dirname(resolve(path))
  const exists = await stat(parent).catch(() => undefined)
  if (!exists) await makeDirectory(parent, mode)
  try {
    await mkdir(path, { mode })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error
  }
}

/** Explains why a directory could not be created, as a statement about its parent. */
export const makingFault = (error: unknown): string =>
  codeOf(error) === 'ENOENT' ? 'is on a file system in which folders cannot be created' : fileFault(error)
