import { flag, statement, text } from '#db/statement.ts'

export const lockSettings = statement(
  'lock_settings',
  {},
  'select name, self_decision, second_person, time_zone, ledger_public from organization where id = :organization for no key update',
)

export const updateSettings = statement(
  'update_settings',
  { name: text, selfDecision: flag, secondPerson: flag, timeZone: text, ledgerPublic: flag },
  `update organization set name = :name, self_decision = :selfDecision, second_person = :secondPerson, time_zone = :timeZone, ledger_public = :ledgerPublic
    where id = :organization`,
)
