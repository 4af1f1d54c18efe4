/** Replaces the line breaks of other systems, which forms send, and removes white space around the text. */
export const withLineFeeds = (text: string): string => text.replaceAll(/\r\n?/g, '\n').trim()
