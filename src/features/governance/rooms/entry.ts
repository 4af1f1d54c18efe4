import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#api/bound.ts'
import { Id, Nullable, Reference, Timestamp } from '#api/schema.ts'

export const Words = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })

/** The most claims that an answer adds to what is seen. */
export const maxAdded = 50

const Answer = Type.Object(
  {
    text: Words,
    claimIds: Type.Array(Id('gec'), { description: 'What was added to the scope.' }),
    answeredBy: Type.String(),
    answeredByName: Type.String(),
    answeredAt: Timestamp,
  },
  { title: 'RoomAnswer' },
)

/** A comment of a guest, or their request for evidence, with what the workspace answered. */
export const Entry = Type.Object(
  {
    id: Id('ren'),
    roomId: Id('rom'),
    itemId: Nullable(
      Type.String({ description: 'The clause, control or claim that it is about; null for the whole.' }),
    ),
    kind: Type.Enum(['comment', 'request']),
    text: Words,
    writtenBy: Type.String(),
    writtenByName: Type.String(),
    writtenAt: Timestamp,
    answer: Type.Union([Answer, Type.Null()]),
  },
  { title: 'RoomEntry' },
)

export type Entry = Static<typeof Entry>

/** What a guest sends. */
export const EntryInput = {
  itemId: Type.Optional(Reference('gec', 'gfc', 'gct')),
  kind: Entry.properties.kind,
  text: Words,
}

export const boundEntries = bound({
  table: 'room_entry',
  prefix: 'ren',
  repeats: { ...fieldsOf('id', 'roomId', 'itemId', 'kind'), answered: ({ answer }) => answer !== null },
})

/** The most comments and requests of a room. */
export const maxEntries = 2000
