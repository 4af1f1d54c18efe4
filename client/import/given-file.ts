import { tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A file that somebody chose, as a whole. */
export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** By its name: what it holds is seen when it is unpacked. */
export const isWorkbook = (name: string): boolean => /\.xls[xm]$/i.test(name)

/** A workbook, or a file of separated values. */
export const isTable = (name: string): boolean => isWorkbook(name) || /\.[ct]sv$/i.test(name)

/** Throws {@link UnreadableFile} where it is no UTF-8. A byte order mark is left out. */
export const textOf = ({ bytes }: GivenFile): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('notUtf8')
  }
}

/** Throws {@link UnreadableFile} for more bytes than are read into memory. */
export const checkSize = (bytes: number): void => {
  if (bytes > tableLimits.fileMiB * 1024 * 1024) throw new UnreadableFile('tooLarge', { most: tableLimits.fileMiB })
}
