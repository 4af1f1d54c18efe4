/**
 * Characters that change the direction of text, so that `fdp.exe` can look like `exe.pdf`: embeddings, overrides and
 * isolates (Unicode Bidirectional Algorithm, UAX #9 section 2). Excludes U+2068 and U+2069, which isolate text without
 * reversing it.
 */
const controls = /[\u202A-\u202E\u2066\u2067]/g

const codePointName = (character: string): string => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`

/** Replaces direction controls by their names, such as `[U+202E]`, for display. */
export const nameControls = (text: string): string => text.replace(controls, codePointName)
