import { number, statement, text } from '#db/statement.ts'

export const insertInvitation = statement(
  'insert_invitation',
  {
    id: text,
    purpose: text,
    email: text,
    tokenSha256: text,
    status: text,
    createdAt: text,
    expiresAt: text,
    record: text,
  },
  `insert into invitation (organization_id, id, purpose, email, token_sha256, status, created_at, expires_at, record)
   values (:organization, :id, :purpose, :email, :tokenSha256, :status, :createdAt, :expiresAt, :record)`,
)

export const selectInvitations = statement(
  'list_invitation',
  { position: text, limit: number },
  'select id, record from invitation where organization_id = :organization and id < :position order by id desc limit :limit',
)

export const findInvitation = statement(
  'find_invitation',
  { tokenSha256: text },
  'select record from invitation where organization_id = :organization and token_sha256 = :tokenSha256',
)

/** Locks invitations that were neither accepted nor revoked, including expired ones. */
export const lockPendingInvitations = statement(
  'lock_pending_invitations',
  { email: text },
  `select id, record from invitation where organization_id = :organization and email = :email and status = 'pending'
    order by id for update`,
)

/** Locks the pending links that a person created, for any address. */
export const lockLinksCreatedBy = statement(
  'lock_pending_invitations_of_maker',
  { createdBy: text },
  `select id, record from invitation
    where organization_id = :organization and status = 'pending' and record::json ->> 'createdBy' = :createdBy
    order by id for update`,
)

export const lockInvitation = statement(
  'lock_invitation',
  { id: text },
  'select record from invitation where organization_id = :organization and id = :id for update',
)

export const updateInvitation = statement(
  'update_invitation',
  { id: text, status: text, record: text },
  'update invitation set status = :status, record = :record where organization_id = :organization and id = :id',
)

export const findOrganizationName = statement(
  'find_organization_name',
  {},
  'select name from organization where id = :organization',
)
