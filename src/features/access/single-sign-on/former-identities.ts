import { statement, text } from '#db/statement.ts'

/** SQL that removes connections, and records whose account each identity opened. */
const removalSql = (condition: string): string =>
  `with gone as (delete from person_identity where organization_id = :organization ${condition}
     returning organization_id, encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex') as digest, person_id)
   insert into former_identity (organization_id, identity_sha256, person_id, ended_at)
   select organization_id, digest, person_id, :now::timestamptz from gone
   on conflict (organization_id, identity_sha256, person_id) do update set ended_at = excluded.ended_at`

export const forgetIdentities = statement('forget_person_identities', { now: text }, removalSql(''))

/**
 * Removes the connections that a custodian may have made in a session of the person. If only a new password released
 * the custodian, such a connection would still open sessions.
 */
export const forgetOwnConnections = statement(
  'forget_own_connections',
  { personId: text, now: text },
  removalSql(`and person_id = :personId and linked_by = 'session'`),
)

/** Removes a person's connections and returns the digest of each. */
export const unlinkPerson = statement(
  'unlink_person',
  { personId: text, now: text },
  `${removalSql('and person_id = :personId')} returning identity_sha256`,
)

/** Finds the people whose accounts an identity opened before. */
export const findFormerHolders = statement(
  'find_former_holders_of_identity',
  { identitySha256: text },
  `select person_id from former_identity
    where organization_id = :organization and identity_sha256 = :identitySha256 order by person_id`,
)
