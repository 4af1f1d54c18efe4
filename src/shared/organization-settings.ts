import { statement } from '#db/statement.ts'

/** Serializes changes of settings of the organization that have their own table, even before their row exists. */
export const lockOrganizationSettings = statement(
  'lock_organization_settings',
  {},
  'select from organization where id = :organization for no key update',
)
