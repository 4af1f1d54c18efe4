import { narrows, statement, text, texts } from '#db/statement.ts'
import { couldNotActAsSql, personIfCouldActAsSql, withCustodians } from '#shared/four-eyes.ts'

/** Records people as contributors to a claim. */
export const addContributors = statement(
  'add_claim_contributors',
  { id: text, makers: texts },
  `update evidence_claim set makers = array(select unnest(makers) union select unnest(:makers::text[]))
    where organization_id = :organization and id = :id`,
)

const contributorsSql = (c: string): string => `${c}.makers || ${c}.created_by::text`

/** SQL for all contributors to the claim `c` and everyone who can act as them. They may not decide it. */
export const involvedIn = (c: string): string => withCustodians(contributorsSql(c))

/** SQL for lists: the `:person` if they contributed to the claim `c`, else an empty array. */
export const readerIfContributor = (c: string): string => personIfCouldActAsSql(contributorsSql(c))

/** SQL for lists: the `:person` if an approval in force of the claim `c` is theirs, else an empty array. */
export const readerIfApprover = (c: string): string => personIfCouldActAsSql(`${c}.approvers`)

/** SQL for whether a contributor gave an approval in force of the claim `c`. */
export const hasSelfApproval = (c: string): string =>
  `(${c}.approvers <> '{}' and exists (select from review_approval a where a.organization_id = :organization
     and a.claim_id = ${c}.id and a.voided_at is null and a.self_decided))`

/**
 * SQL for the number of approvals that the claim `c` needs: the higher of its requirement's numbers now and when it
 * was created. So lowering it lets no waiting claim through.
 */
export const approvalsNeededBy = (c: string): string =>
  `greatest(${c}.reviewers_required, (select r.reviewers_required from evidence_requirement r
     where r.organization_id = ${c}.organization_id and r.id = ${c}.evidence_requirement_id))`

/** The contributors to a claim, everyone behind its approvals in force, and the number of approvals that it needs. */
export const findInvolved = statement(
  'find_claim_contributors',
  { id: text },
  `select ${involvedIn('c')} as involved, o.self_decision, ${approvalsNeededBy('c')} as needed,
          case when c.approvers = '{}' then '{}' else ${withCustodians('c.approvers')} end as approved_by,
          ${hasSelfApproval('c')} as self_approved
     from evidence_claim c join organization o on o.id = c.organization_id
    where c.organization_id = :organization and c.id = :id`,
)

/** The maximum number of people to list as able to decide a claim. */
export const maxDeciders = 200

/** Lists people whose role can decide claims, who see this one, and who neither contributed to it nor approved it. */
export const listDeciders = statement(
  'list_claim_deciders',
  { id: text },
  `with claim as materialized (
     select c.unit_id, ${withCustodians(`${contributorsSql('c')} || c.approvers`)} as involved
       from evidence_claim c where c.organization_id = :organization and c.id = :id)
   select p.id, p.record::json ->> 'name' as name from person p
    where p.organization_id = :organization and p.role in ('admin', 'reviewer') and not p.disabled
      and (p.unit_ids is null or (select unit_id from claim) is null or (select unit_id from claim) = any (p.unit_ids))
      and ${couldNotActAsSql('p.id', '(select involved from claim)')}
    order by p.role desc, p.id limit ${maxDeciders}`,
  narrows<{ name: string }>,
)
