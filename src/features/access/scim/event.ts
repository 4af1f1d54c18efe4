import { type Static, Type } from 'typebox'
import { renderer } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'

const Names = (description: string) => Type.Array(Type.String(), { description })

/** One request of an identity provider, without any value that it sent. */
export const ScimEvent = Type.Object(
  {
    id: Id('sce'),
    tokenId: Type.String({ description: 'The provisioning token of the request.' }),
    operation: Type.String({ description: 'The operation, such as patchScimUser; "unknown" for any other path.' }),
    status: Type.Integer({ description: 'The HTTP status of the response.' }),
    targetId: Nullable(Type.String({ description: 'The id of the user or group.' })),
    changed: Names('The names of changed attributes.'),
    ignored: Names('Attributes that are not stored. Each is listed only for the first request that had it.'),
    detail: Nullable(Type.String({ description: 'Why the request failed, or why a value was not applied.' })),
    requestId: Type.String(),
    createdAt: Timestamp,
  },
  { title: 'ScimEvent' },
)

export type ScimEvent = Static<typeof ScimEvent>

export const renderScimEvent = renderer(ScimEvent)
