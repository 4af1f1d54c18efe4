import { type Static, Type } from 'typebox'
import { bound, fieldsOf } from '#family/bound.ts'
import type { Role } from '#http/access.ts'
import { readRecord, renderer } from '#http/record.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { day } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'

export const holdStatuses = Object.freeze(['active', 'releasing', 'released'] as const)

export type HoldStatus = (typeof holdStatuses)[number]

/** The statuses of a hold. The administrator who requests its release cannot confirm it. */
export const holdFlow = {
  ask: { from: ['active', 'releasing'], to: 'releasing' },
  confirm: { from: ['releasing'], to: 'released' },
  withdraw: { from: ['releasing'], to: 'active' },
} as const satisfies Flow<HoldStatus, string>

/** How long a release request can be confirmed. */
export const releaseConfirmationTime = 7 * day

/** The limit on the holds in force in a workspace. */
export const maxHolds = 1000

/** The release fields of a hold without a release request. */
export const noReleaseRequest = {
  releaseReason: null,
  releaseAskedBy: null,
  releaseAskedAt: null,
  releaseExpiresAt: null,
}

const stored = {
  id: Id('srh'),
  /** The claim whose files are held, including files attached later; null for all files of the workspace. */
  claimId: Nullable(Reference('gec')),
  status: Type.Enum([...holdStatuses], {
    description:
      'In force while it is active or releasing; releasing means that an administrator has requested its release.',
  }),
  reason: Type.String(),
  placedBy: Type.String(),
  placedAt: Timestamp,
  releaseReason: Nullable(
    Type.String({ description: 'Reason of the release request; kept after the release is confirmed.' }),
  ),
  releaseAskedBy: Nullable(Type.String()),
  releaseAskedAt: Nullable(Timestamp),
  releaseExpiresAt: Nullable({ ...Timestamp, description: 'When the release request expires.' }),
  releasedBy: Nullable(Type.String({ description: 'Who confirmed the release.' })),
  releasedAt: Nullable(Timestamp),
}

const StoredHold = Type.Object(stored)

export type StoredHold = Static<typeof StoredHold>

/** A hold on files, which no one may remove while it is in force. */
export const StorageHold = Type.Object(
  { ...stored, claimTitle: Nullable(Type.String()), ...versionField },
  { title: 'StorageHold' },
)

export type StorageHold = Static<typeof StorageHold>

/** A row of a hold. */
export interface HoldRow {
  id: string
  record: string
  /** If the release was requested: the hands of the requester at that time. */
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

/** Endpoints for storage holds on the workspace surface, for administrators and the given roles. */
export const holdSurface = (path: string, ...roles: Role[]) =>
  ({ workspace: { path: `/storage-holds${path}`, roles: ['admin', ...roles] } }) as const
