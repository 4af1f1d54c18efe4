import { type Static, Type } from 'typebox'
import { Id, Nullable, Timestamp } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { failureCodes } from './migration.ts'
import type { FailureRow } from './migration-queries.ts'

/** A file that could not be copied. The file stays at the source, even after an administrator accepts the failure. */
export const StorageMigrationFailure = Type.Object(
  {
    artifactId: Id('art'),
    claimId: Nullable({ ...Id('gec'), description: 'A claim that the file is attached to.' }),
    originalFilename: Nullable(Type.String()),
    byteSize: Type.Integer(),
    code: Type.Enum([...failureCodes]),
    failedAt: Timestamp,
    acceptedAt: Nullable(Timestamp),
    acceptedBy: Nullable(Type.String({ description: 'The administrator who accepted the failure.' })),
    reason: Nullable(Type.String({ description: 'Why it was accepted.' })),
  },
  { title: 'StorageMigrationFailure' },
)

export type StorageMigrationFailure = Static<typeof StorageMigrationFailure>

/** The fields of an attachment that a failure of its file shows. */
interface AttachmentFields {
  readonly claimId: string
  readonly originalFilename: string
}

export const showFailure = (row: FailureRow): StorageMigrationFailure => {
  const attachment: AttachmentFields | null = row.record === null ? null : JSON.parse(row.record)
  return {
    artifactId: row.artifact_id,
    claimId: attachment?.claimId ?? null,
    originalFilename: attachment?.originalFilename ?? null,
    byteSize: row.byte_size,
    code: row.code,
    failedAt: iso(row.failed_at.getTime()),
    acceptedAt: row.accepted_at && iso(row.accepted_at.getTime()),
    acceptedBy: row.accepted_by,
    reason: row.reason,
  }
}
