import { type Static, Type } from 'typebox'
import type { Role } from '#api/access.ts'
import { bound, fieldsOf } from '#api/bound.ts'
import { readRecord, renderer } from '#api/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#api/schema.ts'
import { etagOf, versionField } from '#api/version.ts'
import { day } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'

export const holdStatuses = Object.freeze(['active', 'releasing', 'released'] as const)

export type HoldStatus = (typeof holdStatuses)[number]

/** It is in force until it is released; whoever asked for the release does not confirm it. */
export const holdFlow = {
  ask: { from: ['active', 'releasing'], to: 'releasing' },
  confirm: { from: ['releasing'], to: 'released' },
  withdraw: { from: ['releasing'], to: 'active' },
} as const satisfies Flow<HoldStatus, string>

/** How long a request for a release can be confirmed. */
export const patience = 7 * day

/** The most holds of a workspace that are in force at once. */
export const mostHolds = 1000

/** What a hold says while nobody has asked for its release. */
export const notAsked = { releaseReason: null, releaseAskedBy: null, releaseAskedAt: null, releaseExpiresAt: null }

const stored = {
  id: Id('srh'),
  /** Whose files are held, those attached later too; null for all files of the workspace. */
  claimId: Nullable(Reference('gec')),
  status: Type.Enum([...holdStatuses], {
    description: 'In force while it is active or releasing: somebody has asked that it be released.',
  }),
  reason: Type.String(),
  placedBy: Type.String(),
  placedAt: Timestamp,
  releaseReason: Nullable(Type.String({ description: 'Of the request for its release, also once it is confirmed.' })),
  releaseAskedBy: Nullable(Type.String()),
  releaseAskedAt: Nullable(Timestamp),
  releaseExpiresAt: Nullable({ ...Timestamp, description: 'Until then it can be confirmed.' }),
  releasedBy: Nullable(Type.String({ description: 'Who confirmed the release.' })),
  releasedAt: Nullable(Timestamp),
}

const StoredHold = Type.Object(stored)

export type StoredHold = Static<typeof StoredHold>

/** Files that nobody may remove, as long as it is in force. */
export const StorageHold = Type.Object(
  { ...stored, claimTitle: Nullable(Type.String()), ...versionField },
  { title: 'StorageHold' },
)

export type StorageHold = Static<typeof StorageHold>

/** A hold as its row says. */
export interface HoldRow {
  id: string
  record: string
  /** Who could have asked for its release, when somebody did. */
  release_hands?: string[] | null
  claim_title: string | null
}

export const renderHold = renderer(StoredHold)

export const boundHolds = bound({
  table: 'retention_hold',
  prefix: 'srh',
  repeats: fieldsOf('id', 'claimId', 'status', 'placedBy', 'releaseAskedBy', 'releasedBy'),
})

export const readHold = ({ record }: Pick<HoldRow, 'record'>): StoredHold => readRecord(StoredHold, record)

export const holdTag = ({ record }: Pick<HoldRow, 'record'>): string => etagOf(record)

export const showHold = (row: HoldRow): string =>
  `${row.record.slice(0, -1)},${JSON.stringify({ claimTitle: row.claim_title, etag: holdTag(row) }).slice(1)}`

export const HoldParams = Type.Object({ holdId: Reference('srh') })

/** The workspace surface of holds: administrators, and the given roles. */
export const holdSurface = (path: string, ...roles: Role[]) =>
  ({ workspace: { path: `/storage-holds${path}`, roles: ['admin', ...roles] } }) as const
