import type { Probata } from './system.ts'

/**
 * Deletes all evidence from a database, with its trails and all rows that refer to it. Runs as the owner, without the
 * triggers that make these tables append-only.
 */
export const emptyEvidence = ({ sql }: Pick<Probata, 'sql'>) =>
  sql(`set session_replication_role = replica;
    truncate evidence_claim, artifact, blob_copy, storage_migration_failure, staged_blob, evidence_export, idempotency_key,
      outbox_event, audit_event cascade;
    set session_replication_role = origin`)
