import { decodeText } from './decode.ts'
import { tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A file that a person chose, with all its bytes. */
export interface InputFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Whether the name of a file is that of a workbook. */
export const isWorkbook = (name: string): boolean => /\.xls[xm]$/i.test(name)

/** Whether the name of a file is that of a workbook, of separated values, or of another spreadsheet format. */
export const isTable = (name: string): boolean => /\.(?:xls[xmb]?|ods|numbers|[ct]sv|psv|txt)$/i.test(name)

/** Decodes a file as UTF-8, or as UTF-16 with a byte order mark. Throws {@link UnreadableFile}. */
export const textOf = ({ bytes }: InputFile): string => decodeText(bytes)

/** Throws {@link UnreadableFile} if a file is too large to read into memory. */
export const checkSize = (bytes: number): void => {
  if (bytes > tableLimits.fileMiB * 1024 * 1024) throw new UnreadableFile('tooLarge', { most: tableLimits.fileMiB })
}
