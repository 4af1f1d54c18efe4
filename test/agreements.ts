import { families } from '#src/features.ts'
import { agreementsOf } from './family-rows.ts'

/**
 * The values that a row stores both in its columns and in its record, as expressions over the record `r`. Both must be
 * equal in every row.
 */
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
  provisioning_token: {
    id: `r->>'id'`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
    previous_until: `(r->>'previousUntil')::timestamptz`,
    revoked: `r->>'status' = 'revoked'`,
  },
  scim_event: { id: `r->>'id'`, token_id: `r->>'tokenId'`, failed: `(r->>'status')::int >= 400` },
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
  submission_deadline: { period_key: `r->>'periodKey'`, occurrence_id: `r->>'occurrenceId'` },
  submission_occurrence: { id: `r->>'id'`, submission_requirement_id: `r->>'submissionRequirementId'` },
  submission_package_past: { package_id: `r->>'id'` },
  clause_control: { extent: `r->>'extent'` },
  control_requirement: {},
  finding_claim: {},
  risk_control: {},
  record_comment: { id: `r->>'id'`, record_id: `r->>'recordId'`, author_id: `r->>'authorId'` },
  policy_acknowledgement: { campaign_id: `r->>'campaignId'`, person_id: `r->>'personId'` },
  questionnaire_response: { round_id: `r->>'roundId'`, person_id: `r->>'personId'`, status: `r->>'status'` },
  assessment_answer: { clause_id: `r->>'clauseId'`, result: `r->>'result'` },
  room: { id: `r->>'id'`, assessment_id: `r->>'assessmentId'`, status: `r->>'status'` },
  room_entry: {
    id: `r->>'id'`,
    room_id: `r->>'roomId'`,
    item_id: `r->>'itemId'`,
    kind: `r->>'kind'`,
    answered: `r->>'answer' is not null`,
  },
  room_guest: {
    id: `r->>'id'`,
    room_id: `r->>'roomId'`,
    status: `r->>'status'`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  room_item: { item_id: `r->>'id'`, kind: `r->>'kind'` },
  room_mark: { claim_id: `r->>'claimId'` },
  // The digest covers the claim as it was when it was added.
  submission_content: {},
  calendar_feed: { id: `r->>'id'` },
  saved_view: {
    id: `r->>'id'`,
    created_by: `r->>'createdBy'`,
    list: `r->>'list'`,
    name: `r->>'name'`,
    shared: `(r->>'shared')::boolean`,
  },
  invitation: {
    id: `r->>'id'`,
    purpose: `r->>'purpose'`,
    email: `r->>'email'`,
    status: `r->>'status'`,
    created_at: `(r->>'createdAt')::timestamptz`,
    expires_at: `(r->>'expiresAt')::timestamptz`,
  },
  // Only one row of each organization is current, so the fields of its record need no columns.
  identity_provider: {},
  group_rules: {},
  sign_in_policy: { sign_in: `r->>'signIn'` },
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
