// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Converts text to what the API accepts: well-formed, without control characters except tabs and line feeds. */
export const cleanText = (text: string): string =>
  text.replaceAll('\r\n', '\n').toWellFormed().replace(control, '').trim()

/** Like {@link cleanText}, on one line. */
export const lineOf = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** Returns at most `maxLength` characters from the beginning of a text. */
export const truncate = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed().trim()
