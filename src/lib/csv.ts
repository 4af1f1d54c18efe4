/** Without a byte order mark, Excel reads a file in the code page of the computer. */
export const byteOrderMark = '\uFEFF'

/**
 * Matches where a spreadsheet may start to read a formula: at the start of a cell, and where a program that splits at
 * semicolons, tabs or line ends instead of commas (Excel in German) starts a cell. The last four characters are the
 * wide forms of the first four.
 */
const formula = /(^|[;\t\r\n])([\p{Zs}"']*)(?=[=+\-@\t\r＝＋－＠])/gu

/** Makes a text that no spreadsheet reads as a formula: adds an apostrophe before each possible start of one. */
export const neutralizeFormulas = (text: string): string => text.replace(formula, "$1$2'")

/**
 * Writes a cell (RFC 4180), quoted if it contains a separator, a quote or a line end, or begins or ends with a space.
 */
const cellOf = (text: string): string =>
  /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Writes a line of a table, with its line end. Numbers stay unchanged; everything else is written so that it cannot be
 * a formula.
 */
export const lineOf = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell => (typeof cell === 'number' ? String(cell) : cellOf(neutralizeFormulas(cell ?? '')))).join(',')}\r\n`
