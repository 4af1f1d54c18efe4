import { Type } from 'typebox'

export const tag = 'SCIM'

/** Resources are rendered by their own code: senders validate them against the schemas of RFC 7643, not ours. */
export const Answered = Type.Object({}, { additionalProperties: true })

/** Common to all changes: our own code reads the text, and no reason is required. */
export const written = { tag, accepts: 'scim', reason: false } as const
