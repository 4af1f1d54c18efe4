import { statement } from '#db/statement.ts'

/** Serializes changes to settings that have their own table, even before the organization has a row there. */
export const lockOrganizationSettings = statement(
  'lock_organization_settings',
  {},
  'select from organization where id = :organization for no key update',
)
