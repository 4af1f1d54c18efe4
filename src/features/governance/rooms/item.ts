import { type Static, Type } from 'typebox'
import { Id, Nullable, Reference, Snapshot, Timestamp } from '#http/schema.ts'

const File = Type.Object(
  {
    artifactId: Id('art'),
    originalFilename: Type.String(),
    contentType: Type.String(),
    byteSize: Type.Integer({ minimum: 1 }),
    checksumSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  },
  { title: 'RoomFile' },
)

const Decision = Type.Object(
  {
    outcome: Type.Enum(['accepted', 'rejected']),
    reason: Type.String(),
    decidedByName: Type.String(),
    decidedAt: Timestamp,
  },
  { title: 'RoomDecision', description: 'Who decided the claim, when and why.' },
)

const FrozenClaim = Type.Object(
  {
    status: Type.String(),
    subject: Type.String(),
    source: Type.String(),
    validFrom: Timestamp,
    validUntil: Timestamp,
    observedFrom: Nullable(Timestamp),
    observedUntil: Nullable(Timestamp),
    sourceSnapshot: Snapshot('Identifying detail of the source.'),
    claimSnapshot: Snapshot('Summary of the claim content.'),
    attachments: Type.Array(File),
    decision: Type.Optional(Decision),
  },
  { title: 'FrozenClaim' },
)

export const kinds = ['clause', 'control', 'claim'] as const

/** The items of a room that a caller can name. */
export const ItemId = Reference('gec', 'gfc', 'gct')

/** A clause, a control or a claim at the time it was frozen. */
export const Item = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...kinds]),
    key: Type.String(),
    title: Type.String(),
    text: Type.String(),
    related: Type.Array(Type.Object({ id: Type.String(), key: Type.String() }), {
      description: 'The controls and claims that answer or prove it.',
    }),
    claim: Type.Union([FrozenClaim, Type.Null()]),
  },
  { title: 'RoomItem' },
)

export type Item = Static<typeof Item>

export const ItemDigest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256, hexadecimal, of the RFC 8785 JSON of the item.',
})
