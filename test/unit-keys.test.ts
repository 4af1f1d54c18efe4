import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from './system.ts'

let p: Probata

before(async () => {
  p = await boot()
})
after(() => p[Symbol.asyncDispose]())

const chosenByCallers = 'callers choose it; a duplicate gets a 409, and nothing is lost'
const withinRecord = 'within one record, and visible with it'

/**
 * The unique keys, except ids, of tables of which a unit sees only a part. Each has the reason why it does not let one
 * unit silently take something from another (decision 102). Add each new key here.
 */
const reasons: Readonly<Record<string, string>> = {
  assessment_key: chosenByCallers,
  evidence_claim_key: chosenByCallers,
  evidence_requirement_key: chosenByCallers,
  policy_key: chosenByCallers,
  questionnaire_key: chosenByCallers,
  submission_requirement_key: chosenByCallers,
  unit_key: chosenByCallers,
  submission_package_key: 'within one requirement, and visible with it; a duplicate gets a 409',
  finding_source: 'its column of the category has the unit of the reporter',
  finding_fingerprint_pkey: 'includes the finding; several findings may share a fingerprint',
  idempotency_key_pkey: 'within one credential',
  assessment_answer_pkey: withinRecord,
  attachment_of_claim: withinRecord,
  claim_question_open: withinRecord,
  comment_mention_pkey: withinRecord,
  control_requirement_pkey: withinRecord,
  finding_claim_pkey: withinRecord,
  finding_sighting_pkey: withinRecord,
  finding_wording_pkey: withinRecord,
  notification_once: 'within one person and record; the program inserts a row only if it is new',
  policy_acknowledgement_pkey: withinRecord,
  policy_campaign_claim: 'a claim that the campaign makes itself',
  policy_version_number: withinRecord,
  policy_version_open: withinRecord,
  questionnaire_response_pkey: withinRecord,
  questionnaire_round_claim: 'a claim that the round makes itself',
  questionnaire_version_number: withinRecord,
  questionnaire_version_open: withinRecord,
  review_decision_once: withinRecord,
  room_bundle_pkey: withinRecord,
  room_guest_token: 'a random secret',
  room_item_pkey: 'within one room, whose claims of every unit are frozen together',
  room_mark_pkey: 'within one room; a claim is marked by a guest who sees it',
  room_open: withinRecord,
  room_opening_pkey: 'within one guest',
  room_session_pkey: 'a random secret',
  submission_content_pkey: withinRecord,
  submission_deadline_pkey: withinRecord,
  submission_deadline_package: withinRecord,
  submission_event_source: withinRecord,
  submission_package_past_pkey: withinRecord,
}

test('each unique key of a table that units partly see has a reason', async () => {
  const keys = await p.sql(
    `select distinct i.indexrelid::regclass::text as name
       from pg_index i
       join pg_policy l on l.polrelid = i.indrelid and not l.polpermissive
      where i.indisunique and pg_get_indexdef(i.indexrelid) not like '%(organization_id, id)'
      order by 1`,
    [],
  )
  assert.deepEqual(
    keys.map(({ name }) => name),
    Object.keys(reasons).toSorted(),
  )
})
