import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Files } from '#lib/files.ts'
import { PlaceProblem } from './place.ts'

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

const maxBytes = 1024 * 1024

/**
 * Reads and writes files below a folder, such as a mount from another machine. Writes are atomic, even if the process
 * ends during one.
 */
export const createFolderFiles = (root: string): Files => ({
  async write(path, bytes) {
    const target = join(root, path)
    const temporaryPath = `${target}.${randomUUID()}`
    try {
      await mkdir(dirname(target), { recursive: true })
      await using file = await open(temporaryPath, 'wx', 0o644)
      await file.writeFile(bytes)
      await file.datasync()
      await rename(temporaryPath, target)
    } catch (error) {
      await rm(temporaryPath, { force: true }).catch(() => undefined)
      throw new PlaceProblem('unreachable', 'the folder cannot be written', { cause: error })
    }
  },
  async read(path) {
    try {
      await using file = await open(join(root, path))
      const { size } = await file.stat()
      if (size > maxBytes) throw new PlaceProblem('lies', 'a file is larger than any that Probata writes')
      return await file.readFile()
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error instanceof PlaceProblem
        ? error
        : new PlaceProblem('unreachable', 'the folder cannot be read', { cause: error })
    }
  },
})
