import { flag, statement, text } from '#db/statement.ts'

export const lockSettings = statement(
  'lock_settings',
  {},
  'select self_decision, second_person, time_zone, ledger_public from organization where id = :organization for no key update',
)

export const updateSettings = statement(
  'update_settings',
  { selfDecision: flag, secondPerson: flag, timeZone: text, ledgerPublic: flag },
  `update organization set self_decision = :selfDecision, second_person = :secondPerson, time_zone = :timeZone, ledger_public = :ledgerPublic
    where id = :organization`,
)
