import { statement, text } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'

export const findFramework = statement(
  'find_framework_with_owner',
  { id: text },
  `select f.record, ${nameOf('f.owner_id')} as owner_name
     from framework f where f.organization_id = :organization and f.id = :id`,
)
