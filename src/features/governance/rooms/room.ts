import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { renderer } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { sha256Hex } from '#lib/hash.ts'

const Count = Type.Integer({ minimum: 0 })

/** The frozen view of an assessment for external auditors. */
export const Room = Type.Object(
  {
    id: Id('rom'),
    assessmentId: Reference('gas'),
    status: Type.Enum(['open', 'ended']),
    organization: Type.String(),
    assessmentKey: Type.String(),
    assessmentTitle: Type.String(),
    frameworkTitle: Type.String(),
    periodFrom: Timestamp,
    periodUntil: Timestamp,
    clauses: Count,
    controls: Count,
    claims: Count,
    scopeDigest: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256, hexadecimal, of one line `id digest` for each item, ordered by id.',
    }),
    scopeAt: Timestamp,
    conclusion: Nullable(Type.String()),
    concludedBy: Nullable(Type.String()),
    concludedByName: Nullable(Type.String()),
    concludedAt: Nullable(Timestamp),
    openedBy: Type.String(),
    openedByName: Type.String(),
    openedAt: Timestamp,
    endedAt: Nullable(Timestamp),
  },
  { title: 'Room' },
)

export type Room = Static<typeof Room>

export const renderRoom = renderer(Room)

export const boundRooms = bound({
  table: 'room',
  prefix: 'rom',
  repeats: fieldsOf('id', 'assessmentId', 'status'),
})

/** Computes the digest of a room's content from the digests of its items. */
export const scopeDigest = (items: readonly { readonly id: string; readonly digest: string }[]): string =>
  sha256Hex(
    items
      .map(({ id, digest }) => `${id} ${digest}\n`)
      .sort()
      .join(''),
  )
