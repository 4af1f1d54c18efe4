import { decodeText } from './decode.ts'
import { tableLimits } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A whole file, as chosen by a person. */
export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Whether a file is a workbook by its name; its content is checked when it is unpacked. */
export const isWorkbook = (name: string): boolean => /\.xls[xm]$/i.test(name)

/** Whether a file is a table by its name: a workbook, separated values, or a format of other spreadsheet programs. */
export const isTable = (name: string): boolean => /\.(?:xls[xmb]?|ods|numbers|[ct]sv|psv|txt)$/i.test(name)

/** The text of a file in UTF-8, or in UTF-16 with a byte order mark. Throws {@link UnreadableFile}. */
export const textOf = ({ bytes }: GivenFile): string => decodeText(bytes)

/** Throws {@link UnreadableFile} for files larger than the limit for reading into memory. */
export const checkSize = (bytes: number): void => {
  if (bytes > tableLimits.fileMiB * 1024 * 1024) throw new UnreadableFile('tooLarge', { most: tableLimits.fileMiB })
}
