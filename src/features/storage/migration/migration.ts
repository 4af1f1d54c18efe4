import { type Static, Type } from 'typebox'
import type { Role } from '#http/access.ts'
import { Id, Nullable, Reference, Timestamp } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { hour, iso, second } from '#lib/clock.ts'
import type { Flow } from '#lib/flow.ts'
import { storeCodes } from '#lib/object-store.ts'
import { type MigrationMode, migrationModes } from './migration-modes.ts'

/** A migration's row. */
export interface MigrationRow {
  id: string
  source_id: string
  target_id: string
  mode: MigrationMode
  status: MigrationStatus
  failed_in: 'copying' | 'holding' | 'deleting' | null
  code: FailureCode | null
  paused: boolean
  waits_for: Wait | null
  bytes_per_second: number
  hold_seconds: number
  delete_after: Date | null
  position: string
  recent: string
  copied_items: number
  copied_bytes: number
  removed_items: number
  removed_bytes: number
  left_items: number
  left_bytes: number
  kept_items: number
  kept_bytes: number
  kept_until: Date | null
  measured: number | null
  paced_until: Date | null
  created_at: Date
  updated_at: Date
  failed: number
  accepted: number
}

export const migrationStatuses = ['copying', 'holding', 'deleting', 'done', 'cancelled', 'failed'] as const

export type MigrationStatus = (typeof migrationStatuses)[number]

/** The statuses of a migration. A failed migration resumes in the status in which it failed. */
export const migrationFlow = {
  hold: { from: ['copying'], to: 'holding' },
  delete: { from: ['holding'], to: 'deleting' },
  complete: { from: ['copying', 'deleting'], to: 'done' },
  fail: { from: ['copying', 'holding', 'deleting'], to: 'failed' },
  cancel: { from: ['copying', 'holding', 'deleting', 'failed'], to: 'cancelled' },
} as const satisfies Flow<MigrationStatus, string>

/**
 * Why a migration fails as a whole: the code of the store, too many failing files, or a target that is not validated.
 */
export const failureCodes = [...storeCodes, 'failing', 'not_validated'] as const

export type FailureCode = (typeof failureCodes)[number]

/** The conditions that a running migration waits for, besides its rate. */
export const waits = ['uploads', 'failures', 'store'] as const

export type Wait = (typeof waits)[number]

export const defaultRate = 20_000_000
const minRate = 65_536
const maxRate = 10_000_000_000

export const BytesPerSecond = Type.Integer({
  minimum: minRate,
  maximum: maxRate,
  description: `Maximum rate of copying, in bytes a second; ${defaultRate} when omitted. While uploads arrive, a quarter of this rate.`,
})

export const defaultHoldHours = 168
export const HoldHours = Type.Integer({
  minimum: 1,
  maximum: 8760,
  description: `Hours for which the files are kept in both bindings before they are removed from the source; ${defaultHoldHours} when omitted.`,
})

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** The transfer of files from one storage binding to another. */
export const StorageMigration = Type.Object(
  {
    id: Id('stm'),
    sourceId: Id('stb'),
    targetId: Id('stb'),
    mode: Type.Enum([...migrationModes], { description: 'copy keeps the files in both bindings.' }),
    status: Type.Enum([...migrationStatuses]),
    paused: Type.Boolean(),
    waitsFor: Type.Unsafe<Wait | null>({
      type: ['string', 'null'],
      enum: [...waits, null],
      description: 'The condition that it waits for, if any.',
    }),
    code: Type.Unsafe<FailureCode | null>({
      type: ['string', 'null'],
      enum: [...failureCodes, null],
      description: 'The reason for its failure.',
    }),
    items: Type.Object({
      copied: Count('Files whose copy was read back and found intact.'),
      left: Count('Files not yet copied; while deleting, files not yet removed.'),
      removed: Count('Files that were removed from the source.'),
      kept: Count('Files whose copy stays at the source because it is locked there.'),
      failed: Count('Files that could not be copied; each blocks the migration until its failure is accepted.'),
      accepted: Count('Files whose failure was accepted; they stay at the source.'),
    }),
    bytes: Type.Object({
      copied: Count('Size of the copied files.'),
      left: Count('Size of the files left.'),
      removed: Count('Size of the removed files.'),
      kept: Count('Size of the files kept.'),
    }),
    rate: Type.Object({
      bytesPerSecond: BytesPerSecond,
      measured: Nullable(Count('Rate of the last batch, in bytes a second.')),
    }),
    holdHours: HoldHours,
    etaAt: Nullable({
      ...Timestamp,
      description: 'Expected end of copying or removing at the rate of the last batch.',
    }),
    deleteAfter: Nullable({
      ...Timestamp,
      description: 'When removal from the source begins; until then, activating the source again undoes the move.',
    }),
    keptUntil: Nullable({
      ...Timestamp,
      description: 'When the last lock of a copy at the source ends; a job removes each copy once its own lock ends.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    ...versionField,
  },
  { title: 'StorageMigration' },
)

export type StorageMigration = Static<typeof StorageMigration>

const isTransferring = (status: MigrationStatus): boolean => status === 'copying' || status === 'deleting'

const etaOf = (row: MigrationRow, now: number): string | null => {
  const rate = Math.min(row.measured ?? 0, row.bytes_per_second)
  if (!isTransferring(row.status) || row.paused || rate === 0) return null
  return iso(now + Math.ceil((row.left_bytes / rate) * second))
}

/** Returns the version of a migration, which depends on the fields that callers can change, not on the progress. */
export const migrationTag = ({ id, status, paused, bytes_per_second }: MigrationRow): string =>
  etagOf(id, status, paused, bytes_per_second)

export const showMigration = (row: MigrationRow, now: number): StorageMigration => ({
  id: row.id,
  sourceId: row.source_id,
  targetId: row.target_id,
  mode: row.mode,
  status: row.status,
  paused: row.paused,
  waitsFor: row.waits_for,
  code: row.code,
  items: {
    copied: row.copied_items,
    left: row.left_items,
    removed: row.removed_items,
    kept: row.kept_items,
    failed: row.failed,
    accepted: row.accepted,
  },
  bytes: { copied: row.copied_bytes, left: row.left_bytes, removed: row.removed_bytes, kept: row.kept_bytes },
  rate: { bytesPerSecond: row.bytes_per_second, measured: row.measured },
  holdHours: Math.round((row.hold_seconds * second) / hour),
  etaAt: etaOf(row, now),
  deleteAfter: row.delete_after && iso(row.delete_after.getTime()),
  keptUntil: row.kept_until && iso(row.kept_until.getTime()),
  createdAt: iso(row.created_at.getTime()),
  updatedAt: iso(row.updated_at.getTime()),
  etag: migrationTag(row),
})

export const MigrationParams = Type.Object({ migrationId: Reference('stm') })

/** Endpoints for migrations on the workspace surface, for administrators and the given roles. */
export const migrationSurface = (path: string, ...roles: Role[]) =>
  ({ workspace: { path: `/storage-migrations${path}`, roles: ['admin', ...roles] } }) as const
