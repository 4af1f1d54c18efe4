import { constants, lstatSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileFault, ValueError } from './variable-values.ts'

/** Open to its owner, and to a collector in the group. */
const created = 0o640
const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
// A named pipe without a reader would block a thread for ever.
const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK

type Found = Pick<Stats, 'mode' | 'uid' | 'isFile' | 'isSymbolicLink'>

/** Root also runs commands beside a server that runs as another user. */
const isOurs = (uid: number): boolean => [uid, process.geteuid?.()].includes(0) || uid === process.geteuid?.()

const faults: readonly { readonly is: (found: Found) => boolean; readonly says: string }[] = [
  { is: found => found.isSymbolicLink(), says: 'is a symbolic link; name the file itself' },
  { is: found => !found.isFile(), says: 'is not a regular file' },
  { is: ({ uid }) => !isOurs(uid), says: 'belongs to another user than the one that runs this' },
  { is: ({ mode }) => (mode & 0o007) !== 0, says: 'can be opened by every user; run chmod 640 on it' },
  { is: ({ mode }) => (mode & 0o020) !== 0, says: 'can be written by its group; run chmod 640 on it' },
]

const faultOf = (found: Found): string | undefined => faults.find(({ is }) => is(found))?.says

const look = (path: string, by: typeof lstatSync): Stats | undefined => {
  try {
    return by(path, { throwIfNoEntry: false })
  } catch (error) {
    throw new ValueError(`names a file that ${fileFault(error)}`)
  }
}

/**
 * Throws ValueError for a path at which others than the owner and the readers of the group could read or change the
 * appended lines. A file that does not exist yet is accepted: it is created with safe permissions.
 */
export const requireAppendable = (path: string): void => {
  const found = look(path, lstatSync)
  const fault = found && faultOf(found)
  if (fault !== undefined) throw new ValueError(`names a file that ${fault}`)
  const folder = look(dirname(path), statSync)
  if (folder && (folder.mode & 0o1002) === 0o002)
    throw new ValueError('names a file in a folder that every user can write to; run chmod o-w on it')
}

/** Appends whole lines, after a line break if the last line was cut short, and returns once they are on the disk. */
const appendTo = async (file: FileHandle, text: string): Promise<void> => {
  const found = await file.stat()
  const fault = faultOf(found)
  if (fault !== undefined) throw Object.assign(new Error(`the file ${fault}`), { code: 'EPERM' })
  const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, found.size - 1))
  const isTorn = bytesRead === 1 && buffer.toString('latin1') !== '\n'
  await file.appendFile(isTorn ? `\n${text}` : text)
  await file.datasync()
}

/** `appendTo` the file at the path, created with mode 0640 if missing. Rejects if `requireAppendable` throws. */
export const appendLines = async (path: string, text: string): Promise<void> => {
  await using file = await open(path, flags, created)
  await appendTo(file, text)
}
