import { narrows, number, statement, text } from '#db/statement.ts'
import { answersAmong, type ClauseState, stateAmong } from '#src/features/governance/coverage.ts'

/**
 * Selects the active clauses of a framework in order, each with its parent and, if it is assessable, its state. The
 * caller adds them up: a recursive query over 5,000 clauses without statistics had not ended after 30 s.
 */
export const clausesOfChapters = statement(
  'list_framework_chapters',
  { frameworkId: text, now: number },
  `with ${answersAmong(`select id, framework_id, applicability from clause
     where organization_id = :organization and framework_id = :frameworkId and status = 'active'`)}
   select c.id, c.clause_key as key, c.record::json ->> 'parentKey' as parent, c.record::json ->> 'title' as title,
          case when c.is_assessable then ${stateAmong} end as state
     from k cross join lateral (
       select id, clause_key, record, place, is_assessable from clause
        where organization_id = :organization and id = k.id offset 0) c
    order by c.place, c.id`,
  narrows<{ title: string; state: ClauseState | null }>,
)
