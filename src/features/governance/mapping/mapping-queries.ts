import { forItsValues, statement, text, texts } from '#db/statement.ts'

/** Selects the active clauses of a framework, with the keys that a mapping names. */
export const listActiveKeys = statement(
  'list_active_clause_keys',
  { frameworkId: text },
  `select id, clause_key as key from clause
    where organization_id = :organization and framework_id = :frameworkId and status = 'active' order by place, id`,
)

/** Locks the active controls that answer clauses of a framework. */
export const lockAnsweringControls = statement(
  'lock_controls_of_framework',
  { frameworkId: text },
  `select c.id from control c
    where c.organization_id = :organization and c.status = 'active'
      and exists (select from clause_control m
                    join clause f on f.organization_id = :organization and f.id = m.clause_id
                   where m.organization_id = :organization and m.control_id = c.id and f.framework_id = :frameworkId)
    order by c.id for update of c`,
)

/** Counts the clauses that each of these controls answers. */
export const countAnswersOfControls = forItsValues(
  statement(
    'count_clauses_of_controls',
    { ids: texts },
    `select control_id as id, count(*)::int as clauses from clause_control
    where organization_id = :organization and control_id = any(:ids::text[]) group by control_id`,
  ),
)

export const selectMappingAnswers = statement(
  'list_answers_of_framework',
  { frameworkId: text },
  `select m.clause_id as clause, m.control_id as control, m.extent
     from clause_control m
     join clause f on f.organization_id = :organization and f.id = m.clause_id
    where m.organization_id = :organization and f.framework_id = :frameworkId order by m.clause_id, m.control_id`,
)
