import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#api/bound.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Id, Nullable, Timestamp } from '#api/schema.ts'
import { day } from '#lib/clock.ts'

export const destructionStatuses = Object.freeze(['asked', 'confirmed', 'withdrawn'] as const)

export type DestructionStatus = (typeof destructionStatuses)[number]

/** How long a request can be confirmed. */
export const patience = 7 * day

/** That the keys of a workspace be destroyed, and with them every encrypted file: one administrator asks, another confirms. */
export const KeyDestruction = Type.Object(
  {
    id: Id('skd'),
    status: Type.Enum([...destructionStatuses]),
    reason: Type.String(),
    askedBy: Type.String(),
    askedAt: Timestamp,
    expiresAt: Timestamp,
    endedBy: Nullable(Type.String({ description: 'Who confirmed or withdrew it.' })),
    endedAt: Nullable(Timestamp),
  },
  { title: 'StorageKeyDestruction' },
)

export type KeyDestruction = Static<typeof KeyDestruction>

export interface DestructionRow {
  id: string
  status: DestructionStatus
  asked_by: string
  /** Who could have asked, when it was asked for; null for requests from before these were kept. */
  hands: string[] | null
  record: string
}

export const renderDestruction = renderer(KeyDestruction)

export const boundDestructions = bound({
  table: 'storage_key_destruction',
  prefix: 'skd',
  repeats: fieldsOf('id', 'status', 'askedBy'),
})

export const readDestruction = ({ record }: DestructionRow): KeyDestruction => readRecord(KeyDestruction, record)
