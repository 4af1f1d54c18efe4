import { nameOf } from '#api/name-of.ts'
import { statement, text } from '#db/statement.ts'

export const findFramework = statement(
  'find_framework_with_owner',
  { id: text },
  `select f.record, ${nameOf('f.owner_id')} as owner_name
     from framework f where f.organization_id = :organization and f.id = :id`,
)
