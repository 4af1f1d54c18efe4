import { Type } from 'typebox'

export const tag = 'SCIM'

/**
 * Any object: resources are rendered by their own code, and providers validate them against the schemas of RFC 7643.
 */
export const ScimResponse = Type.Object({}, { additionalProperties: true })

/** Options of all operations with a body: the operation's own code reads it, and no reason is required. */
export const scimWrite = { tag, accepts: 'scim', reason: false } as const
