import { type Static, Type } from 'typebox'
import { renderer } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'

const Names = (description: string) => Type.Array(Type.String(), { description })

/** One request of an identity provider, without any value that it sent. */
export const ScimEvent = Type.Object(
  {
    id: Id('sce'),
    tokenId: Type.String({ description: 'The provisioning token that the request came with.' }),
    operation: Type.String({ description: 'The operation, such as patchScimUser; unknown for another address.' }),
    status: Type.Integer({ description: 'The status of the answer.' }),
    targetId: Nullable(Type.String({ description: 'The user or group.' })),
    changed: Names('Names of the attributes that were changed.'),
    ignored: Names('Attributes that are not stored; each is listed with the first request that had it.'),
    detail: Nullable(Type.String({ description: 'Why it failed, or why a sent value was not applied.' })),
    requestId: Type.String(),
    createdAt: Timestamp,
  },
  { title: 'ScimEvent' },
)

export type ScimEvent = Static<typeof ScimEvent>

export const renderScimEvent = renderer(ScimEvent)
