import { narrows, number, type RowOf, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { withCustodians } from '#shared/four-eyes.ts'

export const findLastQuestionnaireNumber = statement(
  'find_last_questionnaire_version',
  { questionnaireId: text },
  `select coalesce(max(number), 0)::int as number from questionnaire_version
    where organization_id = :organization and questionnaire_id = :questionnaireId`,
)

/** Records people as contributors to a version. */
export const addQuestionContributors = statement(
  'add_questionnaire_version_contributors',
  { id: text, people: texts },
  `update questionnaire_version
      set hands = array(select unnest(hands) union select unnest(:people::text[]) order by 1)
    where organization_id = :organization and id = :id`,
)

/** SQL for everyone who wrote the version `v`, or one with the same questions in any questionnaire and unit. */
const contributorsSql = withCustodians(
  'array(select unnest(v.hands) union select hands_in_questions(v.questions_digest))',
)

export const findQuestionContributors = statement(
  'find_questionnaire_version_contributors',
  { id: text },
  `select ${contributorsSql} as hands from questionnaire_version v where v.organization_id = :organization and v.id = :id`,
)

export type QuestionnaireVersionRow = RowOf<typeof findQuestionnaireVersion>

const joinedColumns = `${contributorsSql} as hands, ${nameOf("v.record::json ->> 'writtenBy'")} as written_by_name,
  ${nameOf("v.record::json ->> 'publishedBy'")} as published_by_name`

export const selectQuestionnaireVersions = statement(
  'list_questionnaire_versions',
  { position: text, limit: number, questionnaireId: text },
  `select v.id, v.record, ${joinedColumns} from questionnaire_version v
    where v.organization_id = :organization and v.id < :position and v.questionnaire_id = :questionnaireId
    order by v.id desc limit :limit`,
)

export const findQuestionnaireVersion = statement(
  'find_questionnaire_version',
  { id: text },
  `select v.id, v.record, v.questions, q.record::json ->> 'title' as title, ${joinedColumns}
     from questionnaire_version v
     join questionnaire q on q.organization_id = v.organization_id and q.id = v.questionnaire_id
    where v.organization_id = :organization and v.id = :id`,
  narrows<{ title: string }>,
)

export type ResponseRow = RowOf<typeof findResponse>

export const findResponse = statement(
  'find_questionnaire_response',
  { roundId: text, personId: text },
  `select record, answers from questionnaire_response
    where organization_id = :organization and round_id = :roundId and person_id = :personId`,
)

export const lockResponse = statement(
  'lock_questionnaire_response',
  { roundId: text, personId: text },
  `select record, answers from questionnaire_response
    where organization_id = :organization and round_id = :roundId and person_id = :personId for update`,
)

/** Returns no row if the person has just created a response in another window. */
export const insertResponse = statement(
  'insert_questionnaire_response',
  { roundId: text, personId: text, status: text, answers: text, record: text },
  `insert into questionnaire_response (organization_id, round_id, person_id, status, answers, record)
   values (:organization, :roundId, :personId, :status, :answers, :record)
   on conflict do nothing returning person_id as id`,
)

export const updateResponse = statement(
  'update_questionnaire_response',
  { roundId: text, personId: text, status: text, answers: text, record: text },
  `update questionnaire_response set status = :status, answers = :answers, record = :record
    where organization_id = :organization and round_id = :roundId and person_id = :personId
   returning person_id as id`,
)

/** Finds the submitted answers of these people. */
export const findSubmitted = statement(
  'find_submitted_questionnaire_responses',
  { roundId: text, personIds: texts },
  `select person_id, answers from questionnaire_response
    where organization_id = :organization and round_id = :roundId and person_id = any (:personIds::text[])
      and status = 'submitted'`,
)

const submitted = `from questionnaire_response a cross join lateral jsonb_each(a.answers::jsonb) e
  where a.organization_id = :organization and a.round_id = :roundId and a.status = 'submitted'`

/** Counts the people who answered each question. For numbers, also finds the smallest, the largest and the mean. */
export const countAnswers = statement(
  'count_questionnaire_answers',
  { roundId: text },
  `select e.key, count(*)::int as answered, min(n)::float8 as least, max(n)::float8 as most, avg(n)::float8 as mean
     from (select e.key, case jsonb_typeof(e.value) when 'number' then (e.value #>> '{}')::numeric end as n ${submitted}) e
    group by e.key`,
  narrows<{ key: string }>,
)

/** Counts the people who made each choice. The choices of a yes-or-no question are true and false. */
export const countChoices = statement(
  'count_questionnaire_choices',
  { roundId: text, keys: texts },
  `select e.key, o.choice, count(*)::int as count
     from (select e.key, e.value ${submitted} and e.key = any (:keys::text[])) e
    cross join lateral jsonb_array_elements_text(
      case jsonb_typeof(e.value) when 'array' then e.value else jsonb_build_array(e.value) end) o (choice)
    group by e.key, o.choice`,
  narrows<{ choice: string }>,
)

/**
 * Whether anyone would be left to decide the claim: a reviewer or administrator who sees the requirement, did not start
 * the round and is not asked. Always true if the workspace lets people decide their own work.
 */
export const leavesDecider = statement(
  'questionnaire_round_leaves_decider',
  { requirementId: text, starter: text, askedIds: texts },
  `select o.self_decision or exists (
            select from person p, evidence_requirement r
             where p.organization_id = :organization and p.role in ('admin', 'reviewer') and not p.disabled
               and r.organization_id = :organization and r.id = :requirementId
               and (r.unit_id is null or p.unit_ids is null or r.unit_id = any (p.unit_ids))
               and p.id <> :starter and p.id <> all (:askedIds::text[])) as is_left
     from organization o where o.id = :organization`,
)
