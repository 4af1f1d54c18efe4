// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Text in the form that the interface accepts: well-formed, without control characters except tabs and line feeds. */
export const written = (text: string): string =>
  text.replaceAll('\r\n', '\n').toWellFormed().replace(control, '').trim()

/** The same on one line. */
export const lineOf = (text: string): string => written(text).replace(/\s+/g, ' ')

/** Its beginning, with at most this many characters. */
export const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed().trim()
