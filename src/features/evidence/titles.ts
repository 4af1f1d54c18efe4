import type { TitleSource } from '#shared/title-source.ts'

const titleIn = (table: string, id: string): string =>
  `(select p.record::json ->> 'title' from ${table} p where p.organization_id = :organization and p.id = ${id})`

const claimTitle = titleIn('evidence_claim', 't.claim_id')

export const evidenceTitles: readonly TitleSource[] = [
  { prefix: 'rva', table: 'review_approval', title: claimTitle, page: 't.claim_id' },
  { prefix: 'gcq', table: 'claim_question', title: claimTitle, page: 't.claim_id' },
  { prefix: 'rvd', table: 'review_decision', title: claimTitle, page: 't.claim_id' },
  { prefix: 'aui', table: 'upload_intent', title: claimTitle, page: 't.claim_id' },
  { prefix: 'arl', table: 'attachment_link', title: claimTitle, page: 't.claim_id' },
  {
    prefix: 'gpv',
    table: 'policy_version',
    title: titleIn('policy', 't.policy_id'),
    page: 't.policy_id',
    part: 't.number::text',
  },
  {
    prefix: 'gqv',
    table: 'questionnaire_version',
    title: titleIn('questionnaire', 't.questionnaire_id'),
    part: 't.number::text',
  },
]
