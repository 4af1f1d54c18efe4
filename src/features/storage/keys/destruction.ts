import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { day } from '#lib/clock.ts'

export const destructionStatuses = Object.freeze(['asked', 'confirmed', 'withdrawn'] as const)

export type DestructionStatus = (typeof destructionStatuses)[number]

/** How long a request waits for confirmation. */
export const destructionConfirmationTime = 7 * day

/**
 * The destruction of all keys of a workspace, and so of every encrypted file: one administrator requests it, another
 * confirms.
 */
export const KeyDestruction = Type.Object(
  {
    id: Id('skd'),
    status: Type.Enum([...destructionStatuses]),
    reason: Type.String(),
    askedBy: Type.String(),
    askedAt: Timestamp,
    expiresAt: Timestamp,
    endedBy: Nullable(Type.String({ description: 'Who confirmed or withdrew the request.' })),
    endedAt: Nullable(Timestamp),
  },
  { title: 'StorageKeyDestruction' },
)

export type KeyDestruction = Static<typeof KeyDestruction>

export interface DestructionRow {
  id: string
  status: DestructionStatus
  asked_by: string
  /**
   * The hands of the requester at the time of the request; null for older requests, which did not record them.
   */
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
