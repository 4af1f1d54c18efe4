import { Type } from 'typebox'

export const tag = 'SCIM'

/** Resources are rendered by their own code: senders meet the schemas of RFC 7643, not ours. */
export const Answered = Type.Object({}, { additionalProperties: true })

/** Of every change: its text is read by our own code, and no reason is asked for. */
export const written = { tag, accepts: 'scim', reason: false } as const
