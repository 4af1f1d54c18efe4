import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { ItemId } from './item.ts'

export const EntryText = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })

/** The maximum number of claims that one answer can add to the scope. */
export const maxAdded = 50

const Answer = Type.Object(
  {
    text: EntryText,
    claimIds: Type.Array(Id('gec'), { description: 'The claims that the answer added to the scope.' }),
    answeredBy: Type.String(),
    answeredByName: Type.String(),
    answeredAt: Timestamp,
  },
  { title: 'RoomAnswer' },
)

/** A guest's comment or request for evidence, with the workspace's answer. */
export const Entry = Type.Object(
  {
    id: Id('ren'),
    roomId: Id('rom'),
    itemId: Nullable(
      Type.String({ description: 'The clause, control or claim that the entry is about; null for the whole room.' }),
    ),
    kind: Type.Enum(['comment', 'request']),
    text: EntryText,
    writtenBy: Type.String(),
    writtenByName: Type.String(),
    writtenAt: Timestamp,
    answer: Type.Union([Answer, Type.Null()]),
  },
  { title: 'RoomEntry' },
)

export type Entry = Static<typeof Entry>

/** The input of a guest. */
export const EntryInput = {
  itemId: Type.Optional(ItemId),
  kind: Entry.properties.kind,
  text: EntryText,
}

export const boundEntries = bound({
  table: 'room_entry',
  prefix: 'ren',
  repeats: { ...fieldsOf('id', 'roomId', 'itemId', 'kind'), answered: ({ answer }) => answer !== null },
})

/** The maximum number of comments and requests in a room. */
export const maxEntries = 2000
