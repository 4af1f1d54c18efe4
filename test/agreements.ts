import { families } from '#src/features.ts'
import { agreementsOf } from './family-rows.ts'

/** What of a row stands in its columns and in its record too; each pair is equal in every row. */
export const agreements: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(families.map(family => [family.table, agreementsOf(family)])),
  upload_intent: {
    id: `r->>'id'`,
    claim_id: `r->>'claimId'`,
    status: `r->>'status'`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  attachment_link: { id: `r->>'linkId'`, claim_id: `r->>'claimId'`, artifact_id: `r->>'artifactId'` },
  service_account: {
    id: `r->>'id'`,
    client_id: `r->>'clientId'`,
    disabled: `r->>'status' = 'disabled'`,
    scopes: `array(select jsonb_array_elements_text(r->'scopes'))`,
  },
  webhook_endpoint: {
    id: `r->>'id'`,
    url: `r->>'url'`,
    events: `array(select jsonb_array_elements_text(r->'events'))`,
    status: `case t.status when 'deleted' then t.status else r->>'status' end`,
  },
  webhook_attempt: { id: `r->>'id'`, event_id: `r->>'eventId'`, outcome: `r->>'outcome'` },
  webhook_dead_letter: { event_id: `r->>'eventId'` },
  webhook_replay: { id: `r->>'id'`, endpoint_id: `r->>'webhookId'` },
  submission_event: {
    id: `r->>'id'`,
    package_id: `r->>'submissionPackageId'`,
    event_kind: `r->>'eventKind'`,
    source_event_key: `r->>'sourceEventKey'`,
  },
  submission_decision: { id: `r->>'id'` },
  submission_package_past: { package_id: `r->>'id'` },
  clause_control: { extent: `r->>'extent'` },
  control_requirement: {},
  finding_claim: {},
  risk_control: {},
  policy_acknowledgement: { campaign_id: `r->>'campaignId'`, person_id: `r->>'personId'` },
  assessment_answer: { clause_id: `r->>'clauseId'`, result: `r->>'result'` },
  // The digest in it is of the claim as it was put in.
  submission_content: {},
  calendar_feed: { id: `r->>'id'` },
  invitation: {
    id: `r->>'id'`,
    purpose: `r->>'purpose'`,
    email: `r->>'email'`,
    status: `r->>'status'`,
    created_at: `(r->>'createdAt')::timestamptz`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  // One of each organization is current, so what it says needs no column.
  identity_provider: {},
  evidence_export: { id: `r->>'id'`, status: `r->>'status'` },
  ledger_verification: { id: `r->>'id'`, status: `r->>'status'` },
  storage_probe_run: { id: `r->>'id'`, binding_id: `r->>'bindingId'` },
  storage_key_destruction: { id: `r->>'id'`, status: `r->>'status'`, asked_by: `r->>'askedBy'` },
  retention_hold: {
    id: `r->>'id'`,
    claim_id: `r->>'claimId'`,
    status: `r->>'status'`,
    placed_by: `r->>'placedBy'`,
    release_asked_by: `r->>'releaseAskedBy'`,
    released_by: `r->>'releasedBy'`,
  },
  audit_event: {
    id: `r->>'id'`,
    action: `r->>'action'`,
    actor_id: `r->>'actorId'`,
    resource_id: `r->>'resourceId'`,
  },
  security_event: {
    id: `r->>'id'`,
    type: `r->>'type'`,
    severity: `r->>'severity'`,
    organization_id: `r->>'organizationId'`,
  },
}
