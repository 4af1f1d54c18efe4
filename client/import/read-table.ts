/** Reads a table from a workbook or separated values, which it distinguishes by content, not by file name. */
import { readCsv } from './csv.ts'
import { decodeTable, type Encoding } from './decode.ts'
import { isWorkbookFile, requireSeparatedValues } from './file-kind.ts'
import type { Table } from './table.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { openWorkbook } from './workbook.ts'

export interface TableFile extends Table {
  /** Set only for separated values. */
  readonly encoding?: Encoding
}

/** Reads a table; `sheet` names a sheet of a workbook, the first by default. Throws {@link UnreadableFile}. */
export const readTable = async (bytes: Uint8Array<ArrayBuffer>, sheet?: string): Promise<TableFile> => {
  if (isWorkbookFile(bytes)) return (await openWorkbook(bytes)).read(sheet)
  if (sheet !== undefined) throw new UnreadableFile('noSheet', { sheet, sheets: 'none' })
  const { text, encoding } = decodeTable(bytes)
  requireSeparatedValues(text)
  return { ...readCsv(text), encoding }
}
