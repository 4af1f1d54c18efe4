import { narrows, statement, text } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import { nameOf } from '#http/name-of.ts'

/** The roles that may answer questions about claims; reviewers only about their own. */
export const answeringRoles = ['admin', 'reviewer', 'contributor'] as const

/** SQL: whether the person `p` may answer questions about the claim `c` that they did not ask. */
const canAnswerSql = (p: string, c: string): string =>
  `(not ${p}.disabled
    and (${p}.role in ('admin', 'contributor') or ${p}.role = 'reviewer' and (${c}.created_by = ${p}.id or ${p}.id = any (${c}.makers)))
    and (${p}.unit_ids is null or ${c}.unit_id is null or ${c}.unit_id = any (${p}.unit_ids)))`

/** SQL: whether the person whom the open question about the claim `c` waits for may answer it now. */
export const answererCanSql = (c: string): string =>
  `exists (select from person p where p.organization_id = :organization and p.id = ${c}.answerer_id and ${canAnswerSql('p', c)})`

/** SQL: whether an administrator other than the person who asked may answer the question `q` about the claim `c`. */
export const administratorCanSql = (q: string, c: string): string =>
  `exists (select from person p where p.organization_id = :organization and p.role = 'admin' and p.id <> ${q}.asked_by
    and ${canAnswerSql('p', c)})`

/** The parties that a submitted claim can wait for. */
export const waitingForValues = ['reviewer', 'submitter', 'administrators'] as const

/** The party that a claim waits for; null if it is not submitted. */
export type WaitingFor = (typeof waitingForValues)[number] | null

/** SQL: the value of `waitingFor` of the claim `c`. */
export const waitingForSql = (c: string): string =>
  `case when ${c}.status <> 'submitted' then null when ${c}.question_id is null then 'reviewer'
        when ${answererCanSql(c)} then 'submitter' else 'administrators' end`

/** Finds the party that a claim waits for now, and the person if an open question waits for one. */
export const findWaitingFor = statement(
  'find_whom_claim_waits_for',
  { id: text },
  `select ${waitingForSql('c')} as waiting_for, case when ${answererCanSql('c')} then c.answerer_id end as answerer_id,
          ${nameOf('c.answerer_id')} as answerer_name
     from evidence_claim c where c.organization_id = :organization and c.id = :id`,
  narrows<{ waiting_for: WaitingFor }>,
)

/**
 * Finds the person whom a question about a claim waits for: its creator, or for a service account the person who was
 * shown its secret last, or who created it. Returns no row if none of them is active, sees the claim and may answer; the
 * question then waits for the administrators.
 */
export const findAnswerer = statement(
  'find_answerer',
  { claimId: text, createdBy: text, askedBy: text },
  `select p.id from (
       select :createdBy::text as id, 1 as preference
       union all
       select x.id, x.preference from service_account a
        cross join lateral (values (a.secret_shown_to::text, 2), (a.made_by::text, 3)) as x (id, preference)
        where a.organization_id = :organization and a.id = :createdBy
     ) c
     join evidence_claim e on e.organization_id = :organization and e.id = :claimId
     join person p on p.organization_id = :organization and p.id = c.id and p.id <> :askedBy
      and ${canAnswerSql('p', 'e')}
    order by c.preference limit 1`,
)

interface AnswerableClaim {
  readonly created_by: string
  readonly makers: readonly string[]
  readonly asked_by: string
}

/**
 * Whether the actor may answer an open question: people who may attach files to any claim, and people behind the
 * submission, but not the reviewer who asked.
 */
export const checkMayAnswer = ({ id, role }: Actor, { created_by, makers, asked_by }: AnswerableClaim): boolean => {
  if (id === asked_by) return false
  if (role === 'admin' || role === 'contributor') return true
  return role === 'reviewer' && (created_by === id || makers.includes(id))
}
