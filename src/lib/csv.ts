/** Marks a file as UTF-8; without it, Excel uses the computer's code page. */
export const byteOrderMark = '\uFEFF'

/**
 * Matches each position where a spreadsheet may begin to parse a formula: the start of a cell, also for a program that
 * splits cells at semicolons, tabs or line ends instead of commas, such as German Excel. The last four characters are
 * the full-width forms of the first four.
 */
const formula = /(^|[;\t\r\n])([\p{Zs}"']*)(?=[=+\-@\t\r＝＋－＠])/gu

/** Adds an apostrophe before each possible start of a formula, so that spreadsheets show the text as it is. */
export const neutralizeFormulas = (text: string): string => text.replace(formula, "$1$2'")

/**
 * Writes a cell (RFC 4180), quoted if it contains a separator, a quote or a line end, or begins or ends with a space.
 */
const cellOf = (text: string): string =>
  /[",;\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Writes a line of a table, with its line end. Keeps numbers as they are, and neutralizes formulas in texts.
 */
export const lineOf = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell => (typeof cell === 'number' ? String(cell) : cellOf(neutralizeFormulas(cell ?? '')))).join(',')}\r\n`
