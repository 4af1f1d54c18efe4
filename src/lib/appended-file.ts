import { constants, lstatSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileFault, ValueError } from './variable-values.ts'

/** Lets the owner read and write the file, and a collector in the group read it. */
const createMode = 0o640
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
// O_NONBLOCK, because a named pipe without a reader would block a thread forever.
const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK

type FileStats = Pick<Stats, 'mode' | 'uid' | 'isFile' | 'isSymbolicLink'>

/** Whether the owner is this user, or either is root, because root may run commands for another user's server. */
const isTrustedOwner = (uid: number): boolean => [uid, process.geteuid?.()].includes(0) || uid === process.geteuid?.()

const faults: readonly { readonly applies: (stats: FileStats) => boolean; readonly says: string }[] = [
  { applies: stats => stats.isSymbolicLink(), says: 'is a symbolic link; name the file itself' },
  { applies: stats => !stats.isFile(), says: 'is not a regular file' },
  { applies: ({ uid }) => !isTrustedOwner(uid), says: 'belongs to a different user from the one running this program' },
  { applies: ({ mode }) => (mode & 0o007) !== 0, says: 'can be opened by every user; run chmod 640 on it' },
  { applies: ({ mode }) => (mode & 0o020) !== 0, says: 'can be written by its group; run chmod 640 on it' },
]

const faultOf = (stats: FileStats): string | undefined => faults.find(({ applies }) => applies(stats))?.says

const inspect = (path: string, stat: typeof lstatSync): Stats | undefined => {
  try {
    return stat(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new ValueError(`names a file that ${fileFault(error)}`)
  }
}

/**
 * Throws ValueError if anyone other than the owner and readers in the group could read or change lines appended at a
 * path. Accepts a file that does not exist yet, because it will be created with safe permissions.
 */
export const requireAppendable = (path: string): void => {
  const stats = inspect(path, lstatSync)
  const fault = stats && faultOf(stats)
  if (fault !== undefined) throw new ValueError(`names a file that ${fault}`)
  const folder = inspect(dirname(path), statSync)
  if (folder && (folder.mode & 0o1002) === 0o002)
    throw new ValueError('names a file in a folder that every user can write to; run chmod o-w on it')
}

/** Appends lines, on a new line if the last one was cut short, and resolves when they are on disk. */
const appendTo = async (file: FileHandle, text: string): Promise<void> => {
  const stats = await file.stat()
  const fault = faultOf(stats)
  if (fault !== undefined) throw Object.assign(new Error(`the file ${fault}`), { code: 'EPERM' })
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, stats.size - 1))
  const isCutShort = bytesRead === 1 && buffer.toString('latin1') !== '\n'
  await file.appendFile(isCutShort ? `\n${text}` : text)
  await file.datasync()
}

/**
 * Appends to the file at a path, which it creates with mode 0640 if missing. Rejects if `requireAppendable` would
 * throw.
 */
export const appendLines = async (path: string, text: string): Promise<void> => {
  await using file = await open(path, flags, createMode)
  await appendTo(file, text)
}
