/** Embeddings, overrides and isolates, which change the direction of the text around them (UAX #9 section 2). */
const controls = /[\u202A-\u202E\u2066\u2067]/g

const nameOfControl = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Replaces direction controls by their names, such as `[U+202E]`, so that no text can imitate another. */
export const nameControls = (text: string): string => text.replace(controls, nameOfControl)

/** Replaces all control characters by their names, for a terminal or a log viewer, so that none moves the cursor. */
export const nameAllControls = (text: string): string => nameControls(text).replace(/\p{Cc}/gu, nameOfControl)
