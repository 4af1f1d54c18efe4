/** Without it, Excel reads a file in the code page of the computer. */
export const byteOrderMark = '\uFEFF'

/**
 * The positions where a spreadsheet starts reading a formula: at the start of a cell, and where a program that splits
 * at semicolons, tabs or line ends instead of commas (Excel in German) starts one. The last four are the wide forms of
 * the first.
 */
const formula = /(^|[;\t\r\n])([\p{Zs}"']*)(?=[=+\-@\t\r＝＋－＠])/gu

/** A text that no spreadsheet reads as a formula: an apostrophe precedes each possible start of one. */
export const neutral = (text: string): string => text.replace(formula, "$1$2'")

/** One cell (RFC 4180): quoted if it contains a comma, a quote or a line end, or begins or ends with a space. */
const cellOf = (text: string): string =>
  /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * One line of a table, with its end. Numbers are written as they are, everything else so that it cannot be a formula.
 */
export const lineOf = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell => (typeof cell === 'number' ? String(cell) : cellOf(neutral(cell ?? '')))).join(',')}\r\n`
