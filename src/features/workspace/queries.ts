import type { Settings } from '#api/settings.ts'
import { flag, rows, statement, text } from '#db/statement.ts'

export const lockSettings = statement(
  'lock_settings',
  {},
  'select self_decision, time_zone from organization where id = :organization for no key update',
  rows<Settings>,
)

export const updateSettings = statement(
  'update_settings',
  { selfDecision: flag, timeZone: text },
  'update organization set self_decision = :selfDecision, time_zone = :timeZone where id = :organization',
)
