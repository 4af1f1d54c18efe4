import { statement, text } from '#db/statement.ts'

/** Returns no row if the person has already acknowledged. */
export const insertAcknowledgement = statement(
  'insert_policy_acknowledgement',
  { campaignId: text, personId: text, record: text },
  `insert into policy_acknowledgement (organization_id, campaign_id, person_id, record)
   values (:organization, :campaignId, :personId, :record)
   on conflict do nothing returning person_id as id`,
)

export const findAcknowledgement = statement(
  'find_policy_acknowledgement',
  { campaignId: text, personId: text },
  `select record from policy_acknowledgement
    where organization_id = :organization and campaign_id = :campaignId and person_id = :personId`,
)
