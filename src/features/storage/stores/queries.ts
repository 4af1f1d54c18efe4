import { forItsValues, narrows, number, statement, text, texts } from '#db/statement.ts'
import { bindingColumns, type StoreBindingRow } from '#shared/blob-copy.ts'

export const organizationsWithAbandonedBlobs = statement(
  'organizations_with_abandoned_blobs',
  { now: text },
  'select * from organizations_with_abandoned_blobs(:now) as id',
)

/** Returns rows if there are leftovers or nodes that no longer run. */
export const abandonedBlobsOrDeadNodes = statement(
  'abandoned_blobs_or_dead_nodes',
  { now: text, nodeId: text },
  `select id from organizations_with_abandoned_blobs(:now) as id
    union all select id from node where lease_until <= :now and id <> :nodeId`,
)

/**
 * Locks leftovers of nodes that no longer run, and leftovers that this node failed to remove. After 7 days, no upload
 * is in progress: the slowest (5 GiB at 16 KiB/s) takes 4 days.
 */
export const lockAbandonedBlobs = statement(
  'lock_abandoned_blobs',
  { now: text, nodeId: text, limit: number },
  `select s.blob_key, s.upload_id, ${bindingColumns} from staged_blob s
     left join storage_binding b on b.organization_id = s.organization_id and b.id = s.binding_id
    where s.organization_id = :organization
      and case when s.locked_until is not null then s.locked_until <= :now
               else s.created_at <= :now::timestamptz - interval '7 days'
                 or s.node_id <> :nodeId and not exists (select from node where node.id = s.node_id and node.lease_until > :now)
          end
    order by s.blob_key limit :limit for update of s skip locked`,
  // Nodes of the previous release record no binding.
  narrows<StoreBindingRow | { [Column in keyof StoreBindingRow]: null }>,
)

export const forgetAbandonedBlobs = forItsValues(
  statement(
    'forget_abandoned_blobs',
    { blobKeys: texts },
    'delete from staged_blob where organization_id = :organization and blob_key = any(:blobKeys)',
  ),
)

export const runningNodes = statement('running_nodes', { now: text }, 'select id from node where lease_until > :now')

export const forgetDeadNodes = statement(
  'forget_dead_nodes',
  { now: text, nodeId: text },
  'delete from node where lease_until <= :now and id <> :nodeId',
)
