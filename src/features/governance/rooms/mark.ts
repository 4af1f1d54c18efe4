import { type Static, Type } from 'typebox'
import { bound } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Line, Nullable, Timestamp } from '#http/schema.ts'
import { ItemId } from './item.ts'

/** A guest's verdict on a claim, clause or control. Some fields are named after claims, which had marks first. */
export const Mark = Type.Object(
  {
    claimId: { ...ItemId, description: 'The claim, clause or control that was marked.' },
    mark: Type.Enum(['accepted', 'question', 'rejected'], {
      description: 'The verdict of the audit; the item itself does not change.',
    }),
    reference: Nullable(Line(100, "The auditor's own reference for the item.")),
    note: Nullable(Type.String({ minLength: 1, maxLength: 2000 })),
    claimDigest: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Digest of the frozen item that was marked.' }),
    markedBy: Type.String(),
    markedByName: Type.String(),
    markedAt: Timestamp,
  },
  { title: 'RoomMark' },
)

export type Mark = Static<typeof Mark>

export const renderMark = renderer(Mark)

/** Audit rows name a mark by both ids, `rom_…/gec_…`. */
export const boundMarks = bound({
  table: 'room_mark',
  prefix: 'rom',
  key: ['room_id', 'claim_id'],
  repeats: { claim_id: ({ claimId }) => claimId },
})
