import { statement } from '#db/statement.ts'

/** `organization_id, id, purpose, email, token_sha256, status, created_at, expires_at, record` */
export const insertInvitation = statement(
  'insert_invitation',
  `insert into invitation (organization_id, id, purpose, email, token_sha256, status, created_at, expires_at, record)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
)

export const listInvitations = statement<{ id: string; record: string }>(
  'list_invitation',
  'select id, record from invitation where organization_id = $1 and id < $2 order by id desc limit $3',
)

export const findInvitation = statement<{ record: string }>(
  'find_invitation',
  'select record from invitation where organization_id = $1 and token_sha256 = $2',
)

/** `organization_id, email`; those whose links still work, or would have if somebody had used them in time. */
export const lockPendingInvitations = statement<{ id: string; record: string }>(
  'lock_pending_invitations',
  `select id, record from invitation where organization_id = $1 and email = $2 and status = 'pending'
    order by id for update`,
)

export const lockInvitation = statement<{ record: string }>(
  'lock_invitation',
  'select record from invitation where organization_id = $1 and id = $2 for update',
)

/** `organization_id, id, status, record` */
export const updateInvitation = statement(
  'update_invitation',
  'update invitation set status = $3, record = $4 where organization_id = $1 and id = $2',
)

export const findOrganizationName = statement<{ name: string }>(
  'find_organization_name',
  'select name from organization where id = $1',
)
