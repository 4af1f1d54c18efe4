import { narrows, number, statement, text } from '#db/statement.ts'

/** A locked link, and its record. */
export interface LockedLink {
  record: string
  /** The keys and titles of both ends. */
  title: string
  /** Whether coverage counts the link. If so, removing it needs a second person where the workspace requires one. */
  counts: boolean
}

export const findLinkedRequirement = statement(
  'find_requirement_for_control',
  { id: text },
  'select record from evidence_requirement where organization_id = :organization and id = :id',
)

export const insertRequirement = statement(
  'insert_control_requirement',
  { controlId: text, requirementId: text, record: text },
  `insert into control_requirement (organization_id, control_id, requirement_id, record)
   values (:organization, :controlId, :requirementId, :record)`,
)

export const lockRequirement = statement(
  'lock_control_requirement',
  { controlId: text, requirementId: text },
  `select l.record, c.status = 'active' and r.status = 'active' as counts,
          c.control_key || ' ' || (c.record::json ->> 'title') || ': '
            || r.requirement_key || ' ' || (r.record::json ->> 'title') as title
     from control_requirement l
     join control c on c.organization_id = :organization and c.id = l.control_id
     join evidence_requirement r on r.organization_id = :organization and r.id = l.requirement_id
    where l.organization_id = :organization and l.control_id = :controlId and l.requirement_id = :requirementId
      for update of l, c`,
  narrows<{ title: string }>,
)

export const deleteRequirement = statement(
  'delete_control_requirement',
  { controlId: text, requirementId: text },
  `delete from control_requirement
    where organization_id = :organization and control_id = :controlId and requirement_id = :requirementId`,
)

export const insertAnswer = statement(
  'insert_clause_control',
  { clauseId: text, controlId: text, extent: text, record: text },
  `insert into clause_control (organization_id, clause_id, control_id, extent, record)
   values (:organization, :clauseId, :controlId, :extent, :record)`,
)

export const raiseClauseControl = statement(
  'raise_clause_control',
  { clauseId: text, controlId: text, record: text },
  `update clause_control set extent = 'full', record = :record
    where organization_id = :organization and clause_id = :clauseId and control_id = :controlId`,
)

export const lockMappingAnswer = statement(
  'lock_clause_control',
  { clauseId: text, controlId: text },
  `select l.record, f.status = 'active' and c.status = 'active' as counts,
          f.clause_key || ' ' || (f.record::json ->> 'title') || ': '
            || c.control_key || ' ' || (c.record::json ->> 'title') as title
     from clause_control l
     join clause f on f.organization_id = :organization and f.id = l.clause_id
     join control c on c.organization_id = :organization and c.id = l.control_id
    where l.organization_id = :organization and l.clause_id = :clauseId and l.control_id = :controlId
      for update of l, f`,
  narrows<{ title: string }>,
)

export const deleteAnswer = statement(
  'delete_clause_control',
  { clauseId: text, controlId: text },
  'delete from clause_control where organization_id = :organization and clause_id = :clauseId and control_id = :controlId',
)

export interface ServedRow {
  /** The ids of the control and the clause. */
  id: string
  /** The record of the control. */
  record: string
  clause: string | null
  framework: string | null
  /** The link from the control to the clause. */
  link: string | null
}

/**
 * Lists the controls that the proof of a requirement supports, each with the active clauses that it answers, in the
 * order of both ids. A control that answers no clause has one row without a clause.
 */
export const listServed = statement(
  'list_requirement_clauses',
  { position: text, limit: number, requirementId: text },
  `select s.id, s.record, s.clause, s.framework, s.link from (
     select l.control_id || coalesce(f.id, '') as id, c.record, f.record as clause, w.record as framework,
            m.record as link
       from control_requirement l
       join control c on c.organization_id = :organization and c.id = l.control_id
       left join (clause_control m
                  join clause f on f.organization_id = :organization and f.id = m.clause_id and f.status = 'active'
                  join framework w on w.organization_id = :organization and w.id = f.framework_id)
         on m.organization_id = :organization and m.control_id = l.control_id
      where l.organization_id = :organization and l.requirement_id = :requirementId) s
    where s.id > :position order by s.id limit :limit`,
)
