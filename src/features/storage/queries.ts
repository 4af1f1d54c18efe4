import { number, rows, statement, text, texts } from '#db/statement.ts'

export const organizationsWithAbandonedBlobs = statement(
  'organizations_with_abandoned_blobs',
  { now: text },
  'select * from organizations_with_abandoned_blobs(:now) as id',
  rows<{ id: string }>,
)

/**
 * Of nodes that no longer run, and what this node failed to remove: after 7 days no upload is in progress, since the
 * slowest (5 GiB at 16 KiB/s) takes 4.
 */
export const lockAbandonedBlobs = statement(
  'lock_abandoned_blobs',
  { now: text, nodeId: text, limit: number },
  `select blob_key from staged_blob
    where organization_id = :organization
      and (created_at <= :now::timestamptz - interval '7 days'
        or node_id <> :nodeId and not exists (select from node where node.id = node_id and node.lease_until > :now))
    order by blob_key limit :limit for update of staged_blob skip locked`,
  rows<{ blob_key: string }>,
)

export const forgetAbandonedBlobs = statement(
  'forget_abandoned_blobs',
  { blobKeys: texts },
  'delete from staged_blob where organization_id = :organization and blob_key = any(:blobKeys)',
)

export const forgetDeadNodes = statement(
  'forget_dead_nodes',
  { now: text, nodeId: text },
  'delete from node where lease_until <= :now and id <> :nodeId',
)
