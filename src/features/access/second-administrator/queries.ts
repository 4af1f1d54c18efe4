import { nullable, statement, text } from '#db/statement.ts'

export const insertProposal = statement(
  'insert_access_proposal',
  { requestId: text, proposal: text, clientSecret: nullable(text) },
  `insert into access_proposal (organization_id, request_id, proposal, client_secret)
   values (:organization, :requestId, :proposal, :clientSecret)`,
)

export const findProposal = statement(
  'find_access_proposal',
  { requestId: text },
  'select proposal, client_secret from access_proposal where organization_id = :organization and request_id = :requestId',
)

/** Deletes the secret, which is stored only while the request is open. */
export const clearProposalSecret = statement(
  'drop_secret_of_access_proposal',
  { requestId: text },
  'update access_proposal set client_secret = null where organization_id = :organization and request_id = :requestId',
)

export const findRequest = statement(
  'find_access_request',
  { requestId: text },
  `select a.kind, p.proposal from approval_request a
     left join access_proposal p on p.organization_id = a.organization_id and p.request_id = a.id
    where a.organization_id = :organization and a.id = :requestId`,
)

/** Finds the open request of either of two kinds, since an identity provider can be set or removed. */
export const findOpenRequest = statement(
  'find_open_access_request',
  { kind: text, other: text },
  `select id from approval_request
    where organization_id = :organization and status = 'open' and kind in (:kind, :other) order by id desc limit 1`,
)
