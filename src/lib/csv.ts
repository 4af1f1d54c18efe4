/** Excel reads a file without it as if it were in the code page of the computer. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a spreadsheet begins to read a formula: at the start of a cell, and where a program that splits at semicolons,
 * tabs or ends of lines instead of commas (Excel in German) begins one. The last four are the wide forms of the first.
 */
const formula = /(^|[;\t\r\n])([\p{Zs}"']*)(?=[=+\-@\t\r＝＋－＠])/gu

/** A text that no spreadsheet takes for a formula: an apostrophe stands before what would begin one. */
export const neutral = (text: string): string => text.replace(formula, "$1$2'")

/** One cell (RFC 4180): in quotes where it holds a comma, a quote or an end of a line, or begins or ends with a space. */
const cellOf = (text: string): string =>
  /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** One line of a table, with its end. Numbers are written as they are, everything else so that it is no formula. */
export const lineOf = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell => (typeof cell === 'number' ? String(cell) : cellOf(neutral(cell ?? '')))).join(',')}\r\n`
