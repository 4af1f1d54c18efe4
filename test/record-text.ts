/**
 * Removes the versions of records from the text of a response. The rest is the text that is stored, sealed and sent in
 * events.
 */
export const recordText = (text: string): string => text.replaceAll(/,"etag":"\\"[\w-]{22}\\""(?=\})/g, '')

/** Returns a body without the versions of its records. */
// biome-ignore lint/suspicious/noExplicitAny: as Answer.body
export const recordOf = (body: unknown): any => JSON.parse(recordText(JSON.stringify(body)))
