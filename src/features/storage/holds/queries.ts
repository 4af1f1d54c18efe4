import { choice, nullable, nullableTexts, statement, text } from '#db/statement.ts'
import type { HoldStatus } from './hold.ts'

export const claimTitleOf = (hold: string): string =>
  `(select c.record::json ->> 'title' from evidence_claim c
     where c.organization_id = :organization and c.id = ${hold}.claim_id)`

const columns = `h.id, h.record, h.release_hands, ${claimTitleOf('h')} as claim_title`

export const findHold = statement(
  'find_retention_hold',
  { id: text },
  `select ${columns} from retention_hold h where h.organization_id = :organization and h.id = :id`,
)

export const lockHold = statement(
  'lock_retention_hold',
  { id: text },
  `select ${columns} from retention_hold h
    where h.organization_id = :organization and h.id = :id for no key update of h`,
)

/** Finds the title of the claim and the number of holds in force. */
export const beforeHold = statement(
  'before_retention_hold',
  { claimId: nullable(text) },
  `select (select c.record::json ->> 'title' from evidence_claim c
            where c.organization_id = :organization and c.id = :claimId) as claim_title,
          (select count(*)::int from retention_hold h
            where h.organization_id = :organization and h.status <> 'released') as in_force`,
)

export const insertHold = statement(
  'insert_retention_hold',
  { id: text, claimId: nullable(text), placedBy: text, record: text },
  `insert into retention_hold (organization_id, id, claim_id, status, placed_by, record)
   values (:organization, :id, :claimId, 'active', :placedBy, :record)`,
)

/** `hands`: the people who can act as the requester of a release; null keeps the stored ones. */
export const updateHold = statement(
  'update_retention_hold',
  {
    ...{ id: text, status: choice<HoldStatus>, askedBy: nullable(text), releasedBy: nullable(text) },
    ...{ hands: nullableTexts, record: text },
  },
  `update retention_hold set status = :status, release_asked_by = :askedBy, released_by = :releasedBy, record = :record,
          release_hands = coalesce(:hands, release_hands)
    where organization_id = :organization and id = :id`,
)
