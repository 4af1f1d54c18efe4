/** The text of responses without the versions of their records, as it is stored, sealed and sent in events. */
export const recordText = (text: string): string => text.replaceAll(/,"etag":"\\"[\w-]{22}\\""(?=\})/g, '')

/** A body without the versions of its records. */
// biome-ignore lint/suspicious/noExplicitAny: as Answer.body
export const recordOf = (body: unknown): any => JSON.parse(recordText(JSON.stringify(body)))
