import { flag, forItsValues, narrows, nullable, number, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { personIfCouldActAsSql, withCustodians } from '#shared/four-eyes.ts'
import { afterPosition, orderByPlace, page, position } from '#src/features/governance/clauses/clause-queries.ts'
import { type AssessmentAnswer, results } from './answer.ts'

/** Records people as contributors to an assessment. */
export const addAssessmentContributors = statement(
  'add_assessment_contributors',
  { id: text, people: texts },
  `update assessment set hands = array(select unnest(hands) union select unnest(:people::text[]) order by 1)
    where organization_id = :organization and id = :id`,
)

/** SQL: whether the clause `f` must be answered. */
export const mustBeAnswered = `f.status = 'active' and f.is_assessable and f.applicability = 'applicable'`

/** SQL: the clauses of the assessment `a` that must be answered and have no answer. */
export const unanswered = (a: string): string => `
  from clause f where f.organization_id = :organization and f.framework_id = ${a}.framework_id and ${mustBeAnswered}
   and not exists (select from assessment_answer n where n.organization_id = :organization and n.assessment_id = ${a}.id
                    and n.clause_id = f.id)`

/** SQL: contributors to the assessment `a`, its assessor, and everyone who ever had the address of a guest. */
export const contributorsSql = (a: string): string => `${a}.hands || ${a}.assessor_id::text || array(
  select n.subject_id from room r
    join room_guest g on g.organization_id = :organization and g.room_id = r.id
    cross join lateral person_at(g.record::json ->> 'email') n
   where r.organization_id = :organization and r.assessment_id = ${a}.id)`

/**
 * SQL: the people who may not complete the assessment `a`: its contributors and everyone who could act as one of them.
 */
const excludedFromCompletion = (a: string): string => withCustodians(contributorsSql(a))

const joinedColumns = `${nameOf('t.assessor_id')} as assessor_name,
  (select w.record::json ->> 'title' from framework w where w.organization_id = :organization and w.id = t.framework_id)
    as framework_title,
  case when t.status in ('completed', 'cancelled') then 0 else (select count(*)::int ${unanswered('t')}) end as missing,
  (select json_build_object(${results.map(result => `'${result}', count(*) filter (where n.result = '${result}')`).join(', ')})
     from assessment_answer n where n.organization_id = :organization and n.assessment_id = t.id) as results`

/** SQL: the columns that a list for the `:person` shows in addition to the record of the assessment `t`. */
export const listedAssessmentColumns = `${personIfCouldActAsSql(contributorsSql('t'))} as hands, ${joinedColumns}`

export interface AssessmentRow {
  id: string
  record: string
  hands: string[]
  assessor_name: string | null
  framework_title: string
  missing: number
  results: Readonly<Record<AssessmentAnswer['result'], number>>
}

export const findAssessment = forItsValues(
  statement(
    'find_workspace_assessment',
    { id: text },
    `select t.id, t.record, ${excludedFromCompletion('t')} as hands, ${joinedColumns}, ${nameOf("t.record::json ->> 'completedBy'")} as completed_by_name,
          array(select json_build_object('id', p.id, 'name', p.record::json ->> 'name') from person p
                 where p.organization_id = :organization
                   and p.id = any (array(select json_array_elements_text(t.record::json -> 'assigneeIds'))) order by p.id)
            as assignees
     from assessment t where t.organization_id = :organization and t.id = :id`,
    narrows<{
      hands: string[]
      framework_title: string
      results: Readonly<Record<AssessmentAnswer['result'], number>>
      assignees: { id: string; name: string }[]
    }>,
  ),
)

export const findAssessmentRecord = statement(
  'find_stored_assessment',
  { id: text },
  'select record from assessment where organization_id = :organization and id = :id',
)

export const findExcludedFromCompletion = statement(
  'find_barred_from_completing_assessment',
  { id: text },
  `select ${excludedFromCompletion('a')} as hands from assessment a where a.organization_id = :organization and a.id = :id`,
  narrows<{ hands: string[] }>,
)

/** Counts the clauses that still need an answer, and selects the first five keys. */
export const findUnanswered = statement(
  'find_unanswered_clauses',
  { id: text },
  `select count(*)::int as clauses, (array_agg(x.clause_key order by x.place, x.id))[1:5] as keys
     from assessment a cross join lateral (select f.id, f.clause_key, f.place ${unanswered('a')}) x
    where a.organization_id = :organization and a.id = :id`,
)

/** Prevents imports of clauses into the framework until the transaction ends. */
export const shareFramework = statement(
  'lock_framework_of_assessment',
  { id: text },
  'select record from framework where organization_id = :organization and id = :id for share',
)

export const findPeople = forItsValues(
  statement(
    'find_people_of_assessment',
    { ids: texts },
    `select id, role, disabled from person where organization_id = :organization and id = any (:ids::text[])`,
  ),
)

export const findClaims = statement(
  'find_claims_of_answer',
  { ids: texts },
  'select id, record from evidence_claim where organization_id = :organization and id = any (:ids::text[])',
)

export const findClause = statement(
  'find_clause_of_assessment',
  { id: text, frameworkId: text },
  'select record from clause where organization_id = :organization and id = :id and framework_id = :frameworkId',
)

export const lockAssessmentAnswer = statement(
  'lock_assessment_answer',
  { assessmentId: text, clauseId: text },
  `select record from assessment_answer
    where organization_id = :organization and assessment_id = :assessmentId and clause_id = :clauseId for update`,
)

export const writeAnswer = statement(
  'write_assessment_answer',
  { assessmentId: text, clauseId: text, result: text, record: text },
  `insert into assessment_answer (organization_id, assessment_id, clause_id, result, record)
   values (:organization, :assessmentId, :clauseId, :result, :record)
   on conflict (organization_id, assessment_id, clause_id) do update set result = excluded.result, record = excluded.record`,
)

export const selectAssessmentAnswers = statement(
  'list_assessment_answers',
  { position: text, limit: number, assessmentId: text },
  `select n.clause_id as id, n.record from assessment_answer n
    where n.organization_id = :organization and n.assessment_id = :assessmentId and n.clause_id > :position
    order by n.clause_id limit :limit`,
)

/** Selects clauses with their answers. If `isOpen` is false, selects only answered clauses. */
export const selectAssessedClauses = statement(
  'list_assessment_clauses',
  { ...page, assessmentId: text, isOpen: flag, answered: nullable(flag) },
  `select ${position} as id, f.record, n.record as answer
     from clause f
     left join assessment_answer n
       on n.organization_id = :organization and n.assessment_id = :assessmentId and n.clause_id = f.id
    where ${afterPosition} and (n.record is not null or (:isOpen and ${mustBeAnswered}))
      and (:answered::boolean is null or (n.record is not null) = :answered)
    ${orderByPlace}`,
)
