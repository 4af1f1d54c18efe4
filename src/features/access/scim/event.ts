import { type Static, Type } from 'typebox'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Nullable, SentenceValues, Timestamp } from '#http/schema.ts'
import type { NamedRecord } from '#shared/title-source.ts'

const Names = (description: string) => Type.Array(Type.String(), { description })

/** One request of an identity provider, without any value that it sent. */
const fields = {
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
}

/** A request as it is stored, with the code and values of its detail as JSON. */
const StoredScimEvent = Type.Object({ ...fields, sentence: Type.Optional(Nullable(Type.String())) })

export const ScimEvent = Type.Object(
  {
    ...fields,
    targetName: Nullable(Type.String({ description: 'The present name of the user or group.' })),
    code: Nullable(Type.String({ description: 'Identifies the detail; null if the detail has no code.' })),
    values: Nullable(SentenceValues('The values of the detail, by name.')),
  },
  { title: 'ScimEvent' },
)

export type ScimEvent = Static<typeof ScimEvent>

export const renderScimEvent = renderer(StoredScimEvent)

export const readScimEvent = (record: string): Static<typeof StoredScimEvent> => readRecord(StoredScimEvent, record)

/** An event as the workspace interface shows it. */
export const showScimEvent = (
  { sentence, ...event }: Static<typeof StoredScimEvent>,
  titles: ReadonlyMap<string, NamedRecord>,
): ScimEvent => {
  const coded: Pick<ScimEvent, 'code' | 'values'> = sentence ? JSON.parse(sentence) : { code: null, values: null }
  return { ...event, targetName: titles.get(event.targetId ?? '')?.title ?? null, ...coded }
}
