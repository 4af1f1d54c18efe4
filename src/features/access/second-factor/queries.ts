import { narrows, number, statement, text } from '#db/statement.ts'

export const findFactorRules = statement(
  'find_factor_rules',
  {},
  'select factor_rules as rules from organization where id = :organization',
)

export const lockFactorRules = statement(
  'lock_factor_rules',
  {},
  'select factor_rules as rules from organization where id = :organization for no key update',
)

export const updateFactorRules = statement(
  'update_factor_rules',
  { rules: text },
  'update organization set factor_rules = :rules where id = :organization',
)

/** Active people without a second factor, by name. Each row has the total number. */
export const listWithoutFactor = statement(
  'list_people_without_second_factor',
  { limit: number },
  `select id, role, record::json ->> 'name' as name, record::json ->> 'email' as email, count(*) over ()::int as total
     from person
    where organization_id = :organization and not disabled and record::json ->> 'secondFactor' = 'none'
    order by record::json ->> 'name', id limit :limit`,
  narrows<{ name: string; email: string }>,
)
