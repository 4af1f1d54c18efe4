/** Embeddings, overrides and isolates, which change the direction of the text around them (UAX #9 section 2). */
const controls = /[\u202A-\u202E\u2066\u2067]/g

const named = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`

/** A text for display: direction controls by name, such as `[U+202E]`, so that no text can imitate another. */
export const nameControls = (text: string): string => text.replace(controls, named)

/** A line for a terminal or a log viewer: control characters of every kind by name, so that none moves the cursor. */
export const nameAllControls = (text: string): string => nameControls(text).replace(/\p{Cc}/gu, named)
