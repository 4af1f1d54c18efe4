import { forItsValues, narrows, statement, text, texts } from '#db/statement.ts'

/** Finds the requirements with the keys of templates. */
export const findTemplateRequirements = forItsValues(
  statement(
    'find_template_requirements',
    { keys: texts },
    `select id, requirement_key as key, status, record::json ->> 'title' as title from evidence_requirement
    where organization_id = :organization and requirement_key = any(:keys::text[])`,
    narrows<{ title: string }>,
  ),
)

/** Finds the frameworks with the keys of schemes. */
export const findSchemeFrameworks = forItsValues(
  statement(
    'find_scheme_frameworks',
    { keys: texts },
    `select id, framework_key as key, status, record::json ->> 'title' as title from framework
    where organization_id = :organization and framework_key = any(:keys::text[])`,
    narrows<{ title: string }>,
  ),
)

/** Finds the controls with the keys of templates, with the number of links that each has. */
export const findTemplateControls = forItsValues(
  statement(
    'find_template_controls',
    { keys: texts },
    `select c.id, c.control_key as key, c.status,
          (select count(*)::int from clause_control m
            where m.organization_id = :organization and m.control_id = c.id) as clauses,
          (select count(*)::int from control_requirement l
            where l.organization_id = :organization and l.control_id = c.id) as requirements
     from control c
    where c.organization_id = :organization and c.control_key = any(:keys::text[])`,
  ),
)

/** Locks the clauses of a framework that have these keys, in the order of their ids. */
export const lockTemplateClauses = forItsValues(
  statement(
    'lock_template_clauses',
    { frameworkId: text, keys: texts },
    `select from clause
    where organization_id = :organization and framework_id = :frameworkId and clause_key = any(:keys::text[])
    order by id for update`,
  ),
)

/** Finds the active clauses of a framework that have these keys, with the number of controls that answer each. */
export const findTemplateClauses = forItsValues(
  statement(
    'find_template_clauses',
    { frameworkId: text, keys: texts },
    `select f.id, f.clause_key as key,
          (select count(*)::int from clause_control m
            where m.organization_id = :organization and m.clause_id = f.id) as controls
     from clause f
    where f.organization_id = :organization and f.framework_id = :frameworkId and f.status = 'active'
      and f.is_assessable and f.clause_key = any(:keys::text[]) order by f.id`,
  ),
)

/** Finds the links of controls to clauses and requirements. Returns the ids of the control and of the linked record. */
export const findTemplateLinks = forItsValues(
  statement(
    'find_template_links',
    { controls: texts, clauses: texts, requirements: texts },
    `select control_id, clause_id as end_id from clause_control
    where organization_id = :organization and control_id = any(:controls::text[]) and clause_id = any(:clauses::text[])
    union all
    select control_id, requirement_id from control_requirement
    where organization_id = :organization and control_id = any(:controls::text[])
      and requirement_id = any(:requirements::text[])`,
  ),
)

/** Locks the partial answers of these controls to these clauses. */
export const lockPartialAnswers = forItsValues(
  statement(
    'lock_partial_answers',
    { controls: texts, clauses: texts },
    `select clause_id, control_id, record from clause_control
    where organization_id = :organization and control_id = any(:controls::text[]) and clause_id = any(:clauses::text[])
      and extent = 'partial' order by clause_id, control_id for update`,
  ),
)
