import { narrows, number, statement, text } from '#db/statement.ts'
import { answersAmong, type ClauseState, clauseState } from '#src/features/governance/coverage.ts'

/**
 * Selects the active clauses of a framework in order, each with its parent and, if it is assessable, its state. The
 * caller adds them up: a recursive query over 5,000 clauses without statistics had not ended after 30 s.
 */
export const clausesOfChapters = statement(
  'list_framework_chapters',
  { frameworkId: text, now: number },
  `with ${answersAmong(`select id, applicability from clause
     where organization_id = :organization and framework_id = :frameworkId and status = 'active' and is_assessable`)},
   s as (select f.id, ${clauseState} as state from f left join k on k.clause_id = f.id)
   select c.id, c.clause_key as key, c.record::json ->> 'parentKey' as parent, c.record::json ->> 'title' as title,
          s.state
     from clause c left join s on s.id = c.id
    where c.organization_id = :organization and c.framework_id = :frameworkId and c.status = 'active'
    order by c.place, c.id`,
  narrows<{ title: string; state: ClauseState | null }>,
)
