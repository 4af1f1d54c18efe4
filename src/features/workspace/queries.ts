import { flag, nullable, statement, text } from '#db/statement.ts'

export const lockSettings = statement(
  'lock_settings',
  {},
  `select name, self_decision, second_person, time_zone, holiday_place, ledger_public, mail_names_records
     from organization where id = :organization for no key update`,
)

export const updateSettings = statement(
  'update_settings',
  {
    name: text,
    selfDecision: flag,
    secondPerson: flag,
    timeZone: text,
    holidayPlace: nullable(text),
    ledgerPublic: flag,
    mailNamesRecords: flag,
  },
  `update organization set name = :name, self_decision = :selfDecision, second_person = :secondPerson, time_zone = :timeZone,
          holiday_place = :holidayPlace, ledger_public = :ledgerPublic, mail_names_records = :mailNamesRecords
    where id = :organization`,
)

/**
 * Selects the first steps that are done. `exists` would scan large tables across organizations; `order by` makes
 * PostgreSQL use an index instead. A reviewer is another person who may decide, or an open invitation.
 */
export const findFirstSteps = statement(
  'find_first_steps',
  { personId: text, now: text },
  `select exists (select from organization where id = :organization and name <> slug) as named,
          (select id from framework where organization_id = :organization order by id limit 1) is not null as framework,
          (select id from evidence_requirement where organization_id = :organization order by id limit 1) is not null as requirement,
          exists (select from person where organization_id = :organization and role in ('admin', 'reviewer')
                    and not disabled and id <> :personId)
            or exists (select from invitation where organization_id = :organization and status = 'pending'
                         and purpose = 'invitation' and expires_at > :now::timestamptz) as reviewer,
          (select id from evidence_claim where organization_id = :organization order by id limit 1) is not null as proof,
          exists (select from evidence_claim where organization_id = :organization and status = 'accepted')
            or (select id from submission_package where organization_id = :organization order by id limit 1) is not null as in_use`,
)
