/**
 * Characters that change the direction of the text around them, so that `fdp.exe` can look like `exe.pdf`: embeddings,
 * overrides and isolates (Unicode Bidirectional Algorithm, UAX #9 section 2). U+2068 and U+2069 are excluded: they
 * separate texts and reverse nothing around them.
 */
const controls = /[\u202A-\u202E\u2066\u2067]/g

const codePointName = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase()}]`

/** A text for display: direction controls by name, such as `[U+202E]`. */
export const nameControls = (text: string): string => text.replace(controls, codePointName)
