import { statement, text } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'

/** The roles that may answer questions about claims; reviewers only about their own. */
export const answeringRoles = ['admin', 'reviewer', 'contributor'] as const

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
      and not p.disabled and p.role in ('admin', 'reviewer', 'contributor')
      and (p.unit_ids is null or e.unit_id is null or e.unit_id = any (p.unit_ids))
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
