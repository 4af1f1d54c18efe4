import type { Settings } from '#api/settings.ts'
import { statement } from '#db/statement.ts'

export const lockSettings = statement<Settings>(
  'lock_settings',
  'select self_decision, time_zone from organization where id = $1 for no key update',
)

/** `organization_id, self_decision, time_zone` */
export const updateSettings = statement(
  'update_settings',
  'update organization set self_decision = $2, time_zone = $3 where id = $1',
)
