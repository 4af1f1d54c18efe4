import { choice, nullable, number, statement, text } from '#db/statement.ts'
import { eraseAction } from './erasure.ts'
import type { Verification } from './verification.ts'

/** Finds rows without a leaf among the `limit` rows after `after`. `last` is null if no row follows. */
export const findUnsealed = statement(
  'find_unsealed_audit_events',
  { after: text, limit: number },
  'select looked::integer as looked, last, unsealed from unsealed_audit_events(:after, :limit)',
)

/** Whether a tree has leaves beyond its own size. */
export const hasLeavesBeyond = statement(
  'has_ledger_leaves_beyond',
  { generation: number },
  `select l.leaf_index >= t.size as more
     from ledger_tree t cross join lateral (
       select leaf_index from ledger_leaf
        where organization_id = :organization and generation = :generation order by leaf_index desc limit 1) l
    where t.organization_id = :organization and t.generation = :generation`,
)

/**
 * Finds rows with an erased field whose erasure no row records. The rows that record erasures are verified like all
 * others.
 */
export const findErasuresWithoutRow = statement(
  'find_erasures_without_row',
  {},
  `select distinct x.event_id from ledger_erasure x
    where x.organization_id = :organization and not exists (
      select from audit_event e where e.organization_id = :organization and e.resource_id = x.event_id and e.action = '${eraseAction}'
         and x.field = any (string_to_array(e.record::json ->> 'detail', ',')))
    limit 100`,
)

export const findCheckpoints = statement(
  'find_ledger_checkpoints',
  { limit: number },
  `select generation, size::bigint as size, note from ledger_checkpoint where organization_id = :organization
    order by generation desc, size desc limit :limit`,
)

export const insertVerification = statement(
  'insert_ledger_verification',
  { id: text, record: text, state: text },
  `insert into ledger_verification (organization_id, id, status, record, state)
   values (:organization, :id, 'running', :record, :state)`,
)

/** Updates a verification unless another node has advanced it since `before`. */
export const updateVerification = statement(
  'update_ledger_verification',
  { id: text, status: choice<Verification['status']>, record: text, state: text, before: text },
  `update ledger_verification set status = :status, record = :record, state = :state
    where organization_id = :organization and id = :id and status = 'running' and state = :before returning id`,
)

export const findRunningVerifications = statement(
  'find_running_ledger_verifications',
  {},
  `select id, record, state from ledger_verification
    where organization_id = :organization and status = 'running' order by id`,
)

export const findVerification = statement(
  'find_ledger_verification',
  { id: text },
  'select id, record, state from ledger_verification where organization_id = :organization and id = :id',
)

/** Finds the newest ended verifications, with one status or any. */
export const findEndedVerifications = statement(
  'find_ended_ledger_verifications',
  { status: nullable(choice<Verification['status']>), limit: number },
  `select id, record, state from ledger_verification
    where organization_id = :organization and status <> 'running' and (:status::text is null or status = :status)
    order by id desc limit :limit`,
)

export const organizationsWithLedgers = statement(
  'organizations_with_ledgers',
  {},
  'select id from organizations_with_ledgers() as id',
)
