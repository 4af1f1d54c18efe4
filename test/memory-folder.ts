import { statfsSync } from 'node:fs'

const memory = '/dev/shm'

/** The folder whose files are in memory, if it has room for this many GiB. */
export const memoryFolder = (gibibytes: number): string | undefined => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > gibibytes * 1024 ** 3 ? memory : undefined
  } catch {
    return undefined
  }
}
