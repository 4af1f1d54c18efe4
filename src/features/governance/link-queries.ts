import { rows, statement, text } from '#db/statement.ts'

export const findRequirement = statement(
  'find_requirement_for_control',
  { id: text },
  'select record from evidence_requirement where organization_id = :organization and id = :id',
  rows<{ record: string }>,
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
  `select record from control_requirement
    where organization_id = :organization and control_id = :controlId and requirement_id = :requirementId for update`,
  rows<{ record: string }>,
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

export const lockAnswer = statement(
  'lock_clause_control',
  { clauseId: text, controlId: text },
  `select record from clause_control
    where organization_id = :organization and clause_id = :clauseId and control_id = :controlId for update`,
  rows<{ record: string }>,
)

export const deleteAnswer = statement(
  'delete_clause_control',
  { clauseId: text, controlId: text },
  'delete from clause_control where organization_id = :organization and clause_id = :clauseId and control_id = :controlId',
)
