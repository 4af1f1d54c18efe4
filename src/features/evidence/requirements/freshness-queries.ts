import { composed, type Kinds, number, rows, text } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'

/** Counting the pending claims of a requirement stops at this number. */
export const maxPending = 100

export interface FreshnessRow {
  /** Position on the board. */
  id: string
  requirement_id: string
  record: string
  validity_days: number
  owner_id: string | null
  owner_name: string | null
  fresh_until: number
  claim: string | null
  pending: number
}

const digits = 15
const start = `case when :position::text = '~' then 0 else left(:position, ${digits})::bigint end`
const startId = `case when :position::text = '~' then '' else substr(:position, ${digits + 1}) end`

const pageParams = { position: text, limit: number, from: number, before: number }

/** SQL for the parts of a row of the board besides its position. */
export const boardColumns = `r.id as requirement_id, r.record, r.validity_days,
            r.owner_id, ${nameOf('r.owner_id')} as owner_name, r.fresh_until,
            (select c.record from evidence_claim c where c.organization_id = :organization and c.id = r.fresh_claim_id) as claim,
            (select count(*)::int from (
              select from evidence_claim c
               where c.organization_id = :organization and c.evidence_requirement_id = r.id and c.status = 'submitted'
               limit ${maxPending}) x) as pending`

const boardStatement = <Params extends Kinds>(name: string, params: Params, condition: string) =>
  composed(
    name,
    params,
    `select lpad(r.fresh_until::text, ${digits}, '0') || r.id as id, ${boardColumns}
       from evidence_requirement r
      where r.organization_id = :organization and r.status = 'active' and (r.fresh_until, r.id) > (${start}, ${startId})
        and r.fresh_until >= :from and r.fresh_until < :before${condition}
      order by r.fresh_until, r.id limit :limit`,
    rows<FreshnessRow>,
  )

/**
 * Lists active requirements: missing proof first, then the proof that ends first. The position is `fresh_until` in 15
 * digits, followed by the id.
 */
export const listFreshness = boardStatement('list_evidence_freshness', pageParams, '')

export const listFreshnessOfOwner = boardStatement(
  'list_evidence_freshness_of_owner',
  { ...pageParams, ownerId: text },
  ' and r.owner_id = :ownerId',
)

export const findFreshness = boardStatement(
  'find_evidence_freshness',
  { ...pageParams, requirementId: text },
  ' and r.id = :requirementId',
)
