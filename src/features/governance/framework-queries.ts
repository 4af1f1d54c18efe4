import { rows, statement, text } from '#db/statement.ts'

export const findFramework = statement(
  'find_framework_of_clauses',
  { id: text },
  'select record from framework where organization_id = :organization and id = :id',
  rows<{ record: string }>,
)
