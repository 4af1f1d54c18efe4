/** A file that is none of those that are read; the message says why, for the person who chose it. */
export class UnreadableFile extends Error {}
