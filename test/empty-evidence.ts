import type { Probata } from './system.ts'

/** Takes all evidence out of a database, with its trails: as the owner and past the triggers that keep these append-only. */
export const emptyEvidence = ({ sql }: Pick<Probata, 'sql'>) =>
  sql(`set session_replication_role = replica; truncate evidence_claim, finding_claim, review_decision, upload_intent, artifact,
    attachment_link, blob_copy, retention_hold, storage_migration_failure, staged_blob, idempotency_key, outbox_event, audit_event, submission_content,
    evidence_export, evidence_export_entry, policy_version, policy_campaign, policy_acknowledgement,
    questionnaire_round, questionnaire_response;
    set session_replication_role = origin`)
