import { narrows, statement, text } from '#db/statement.ts'

/** How an identity at a provider was connected to a person. */
export const linkProofs = ['first_sign_on', 'session', 'mail'] as const

export type LinkProof = (typeof linkProofs)[number]

/** Whether a person has a password or has signed in before, so that a matching address does not connect an identity. */
export const hasOwnSignIn = statement(
  'is_person_in_use',
  { personId: text },
  `select l.password_hash is not null or exists (
            select from audit_event e
             where e.organization_id = p.organization_id and e.actor_id = p.id and e.action = 'session.open'
               and e.record::json ->> 'outcome' = 'done') as yes
     from person p cross join lateral find_login(p.login_id) l
    where p.organization_id = :organization and p.id = :personId`,
)

export const storeIdentityLink = statement(
  'keep_identity_link',
  { personId: text, issuer: text, subject: text, tokenSha256: text, expiresAt: text },
  `insert into identity_link (organization_id, person_id, issuer, subject, token_sha256, expires_at)
   values (:organization, :personId, :issuer, :subject, :tokenSha256, :expiresAt)
   on conflict (organization_id, person_id, issuer, subject)
   do update set token_sha256 = excluded.token_sha256, expires_at = excluded.expires_at`,
)

/** Deletes expired links, each time a link is mailed. */
export const forgetExpiredLinks = statement(
  'forget_expired_identity_links',
  { now: text },
  'delete from identity_link where organization_id = :organization and expires_at <= :now',
)

interface LinkKey {
  readonly personId: string
  readonly issuer: string
  readonly subject: string
}

const linkKey = { personId: text, issuer: text, subject: text } satisfies Record<keyof LinkKey, typeof text>

export const findIdentityLink = statement(
  'find_identity_link',
  { ...linkKey, tokenSha256: text, now: text },
  `select token_sha256 from identity_link
    where organization_id = :organization and person_id = :personId and issuer = :issuer and subject = :subject
      and token_sha256 = :tokenSha256 and expires_at > :now`,
)

/** Deletes the links of a person. Only the first of several callers gets rows. */
export const deleteIdentityLinks = statement(
  'spend_identity_links',
  { personId: text },
  'delete from identity_link where organization_id = :organization and person_id = :personId returning token_sha256',
)

/** Finds the newest connection of a person who existed before it. */
export const findLinkedSince = statement(
  'find_identity_linked_since',
  { personId: text, since: text },
  `select created_at, linked_by from person_identity
    where organization_id = :organization and person_id = :personId and created_at > :since
      and linked_by in ('session', 'mail') order by created_at desc limit 1`,
  narrows<{ linked_by: 'session' | 'mail' }>,
)

export const findConnection = statement(
  'find_connection_of_person',
  { personId: text },
  `select created_at from person_identity
    where organization_id = :organization and person_id = :personId order by created_at desc limit 1`,
)

export const endSignOnSessionsOf = statement(
  'end_single_sign_on_sessions_of_person',
  { personId: text },
  `delete from session
    where organization_id = :organization and person_id = :personId and opened_with = 'single_sign_on'`,
)
