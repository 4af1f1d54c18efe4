/** Embeddings, overrides and isolates, which change the direction of the text that follows (UAX #9 section 2). */
const controls = /[\u202A-\u202E\u2066\u2067]/g

const nameOfControl = (character: string): string =>
  `[U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`

/** Replaces direction controls by their names, such as `[U+202E]`, so that they cannot disguise a text. */
export const nameControls = (text: string): string => text.replace(controls, nameOfControl)

/** Replaces all control characters by their names, so that none moves the cursor of a terminal or log viewer. */
export const nameAllControls = (text: string): string => nameControls(text).replace(/\p{Cc}/gu, nameOfControl)
