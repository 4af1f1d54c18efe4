import { type Static, Type } from 'typebox'
import { bound } from '#api/bound.ts'
import { renderer } from '#api/record.ts'
import { Id, Line, Nullable, Timestamp } from '#api/schema.ts'

/** What a guest made of a claim. */
export const Mark = Type.Object(
  {
    claimId: Id('gec'),
    mark: Type.Enum(['accepted', 'question', 'rejected'], { description: 'For the audit; the claim stays as it is.' }),
    reference: Nullable(Line(100, 'The number that the auditor knows it by.')),
    note: Nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    claimDigest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the frozen claim that was marked.' }),
    markedBy: Type.String(),
    markedByName: Type.String(),
    markedAt: Timestamp,
  },
  { title: 'RoomMark' },
)

export type Mark = Static<typeof Mark>

export const renderMark = renderer(Mark)

/** Audit rows call it by both, `rom_…/gec_…`. */
export const boundMarks = bound({
  table: 'room_mark',
  prefix: 'rom',
  key: ['room_id', 'claim_id'],
  repeats: { claim_id: ({ claimId }) => claimId },
})
