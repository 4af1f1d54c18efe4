import type { Probata } from './system.ts'

/**
 * Takes all evidence out of a database, with its trails and whatever refers to it: as the owner, and past the triggers
 * that keep these append-only.
 */
export const emptyEvidence = ({ sql }: Pick<Probata, 'sql'>) =>
  sql(`set session_replication_role = replica;
    truncate evidence_claim, artifact, blob_copy, storage_migration_failure, staged_blob, evidence_export, idempotency_key,
      outbox_event, audit_event cascade;
    set session_replication_role = origin`)
