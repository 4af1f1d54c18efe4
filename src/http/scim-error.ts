import type { ErrorId, Refusal } from './errors.ts'

/** The media type of SCIM (RFC 7644 section 3.1). */
export const scimMedia = 'application/scim+json; charset=utf-8'

const kinds: Readonly<Partial<Record<ErrorId, string>>> = { conflict: 'uniqueness', invalid_request: 'invalidSyntax' }

/** Renders a refusal as a SCIM error (RFC 7644 section 3.12), in which `status` is a string. */
export const scimError = ({ id, status, message, detail }: Refusal): string =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    scimType: detail.extra?.scimType ?? kinds[id],
    detail: message,
  })
