import { statement } from '#db/statement.ts'

export const organizationsWithAbandonedBlobs = statement<{ id: string }>(
  'organizations_with_abandoned_blobs',
  'select * from organizations_with_abandoned_blobs($1) as id',
)

/**
 * Of nodes that no longer run, and what this node could not remove itself: after 7 days no upload is under way, the
 * slowest (5 GiB at 16 KiB/s) takes 4. `organization_id, now, this node, limit`
 */
export const lockAbandonedBlobs = statement<{ blob_key: string }>(
  'lock_abandoned_blobs',
  `select blob_key from staged_blob
    where organization_id = $1
      and (created_at <= $2::timestamptz - interval '7 days'
        or node_id <> $3 and not exists (select from node where node.id = node_id and node.lease_until > $2))
    order by blob_key limit $4 for update of staged_blob skip locked`,
)

/** `organization_id, blob keys` */
export const forgetAbandonedBlobs = statement(
  'forget_abandoned_blobs',
  'delete from staged_blob where organization_id = $1 and blob_key = any($2)',
)

export const forgetDeadNodes = statement('forget_dead_nodes', 'delete from node where lease_until <= $1 and id <> $2')
