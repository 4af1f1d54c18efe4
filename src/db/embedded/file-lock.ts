import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const { O_RDWR, O_CREAT } = constants
/** The flags for open(2) on macOS, which has no flock command: O_NONBLOCK | O_EXLOCK. */
const lockAtOpen = 0x4 | 0x20

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/**
 * Locks an open file with flock(1), which inherits the file, locks it and exits. The lock lasts while any process has
 * the file open.
 */
const flock = async ({ fd }: FileHandle): Promise<boolean> => {
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  const [code] = await once(child, 'exit')
  return code === 0
}

/**
 * Locks a file against every other process on the machine, in any namespace (flock(2)), and creates it if missing.
 * Returns undefined if another process holds the lock. The lock ends when the last process that inherited the file has
 * closed it or died. A copy of the file is not locked. Throws if the program `flock` is missing.
 */
export const lockFile = async (path: string): Promise<FileHandle | undefined> => {
  if (process.platform === 'darwin') {
    try {
      return await open(path, O_RDWR | O_CREAT | lockAtOpen, 0o600)
    } catch (error) {
      if (codeOf(error) === 'EAGAIN') return undefined
      throw error
    }
  }
  const file = await open(path, O_RDWR | O_CREAT, 0o600)
  try {
    if (await flock(file)) return file
  } catch (error) {
    await file.close()
    if (codeOf(error) !== 'ENOENT') throw error
    throw new Error(
      'The program `flock`, which locks the data directory, is missing: install util-linux, or set DATABASE_URL to your own PostgreSQL',
    )
  }
  await file.close()
  return undefined
}
