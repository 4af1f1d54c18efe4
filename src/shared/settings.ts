import { Type } from 'typebox'
import { statement } from '#db/statement.ts'
import { bound, moment, readAsIs } from '#family/bound.ts'
import type { Call } from '#http/call.ts'
import { invalid } from '#http/errors.ts'
import { findCalendar } from '#lib/periods/holiday-thread.ts'
import { sentence } from '#lib/sentence.ts'
import { isTimeZone } from '#lib/time-zone.ts'

/** The settings of a workspace. */
export interface Settings {
  /** The name of the workspace. */
  name: string
  /** Whether people may decide about their own work. */
  self_decision: boolean
  /**
   * Whether a second person must confirm closing findings, granting exceptions, excluding clauses and retiring
   * controls.
   */
  second_person: boolean
  /** IANA name of the time zone. */
  time_zone: string
  /** The place whose public holidays count, such as DE-BY; null until it is set. */
  holiday_place: string | null
  /** Whether anyone may read checkpoints, keys and hashes of the ledger. */
  ledger_public: boolean
  /** Whether mails and chat messages name records; otherwise they give counts. */
  mail_names_records: boolean
}

export const boundOrganization = bound({
  table: 'organization',
  prefix: 'org',
  record: false,
  content: {
    createdAt: moment,
    // Absent if it is not set, as in rows from before the setting existed.
    holidayPlace: value => value ?? undefined,
    ledgerPublic: readAsIs,
    // Absent if it is on, as in rows from before the setting existed.
    mailNamesRecords: value => (value === false ? false : undefined),
    name: readAsIs,
    // Absent in workspaces that are not samples.
    sample: value => value || undefined,
    // Absent if it is off, as in rows from before the setting existed.
    secondPerson: value => value || undefined,
    selfDecision: readAsIs,
    slug: readAsIs,
    timeZone: readAsIs,
    webhookForm: readAsIs,
  },
  actions: ['organization.', 'workspace.settings', 'webhook.settings'],
})

/** The time zone in which the workspace counts days. */
export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Name from the IANA time zone database, such as Europe/Berlin. Days begin and end in this time zone.',
})

/** Throws a 400 unless the IANA time zone database has the name. */
export const requireTimeZone = (name: string): void => {
  if (isTimeZone(name)) return
  throw invalid(
    ['timeZone'],
    sentence`field.time_zone: must be a name in the IANA time zone database, such as Europe/Berlin`,
  )
}

/** The codes of a country, part and region, as in `lib/periods`. */
export const HolidayPlaceCode = Type.String({
  minLength: 2,
  maxLength: 30,
  description:
    'The country, its part or its region whose public holidays count, such as DE, DE-BY or DE-BY-A. `listHolidayPlaces` lists them.',
})

export const unknownPlace = sentence`field.holiday_place: is not a country, part or region whose public holidays are known, such as DE, DE-BY or DE-BY-A`

/** Throws a 400 unless the public holidays of the place are known. */
export const requireHolidayPlace = async (place: string, field: string, now: number): Promise<void> => {
  if (!(await findCalendar(place, 'UTC', now))) throw invalid([field], unknownPlace)
}

export const findSettings = statement(
  'find_settings',
  {},
  `select name, self_decision, second_person, time_zone, holiday_place, ledger_public, mail_names_records
     from organization where id = :organization`,
)

/** Returns the time zone of the caller's workspace. */
export const timeZoneOf = async ({ read }: Pick<Call, 'read' | 'organizationId'>): Promise<string> => {
  const [settings] = await read(findSettings, {})
  return settings?.time_zone ?? 'UTC'
}

/** SQL: whether people may decide about their own work. */
export const selfDecisionAllowedSql = '(select o.self_decision from organization o where o.id = :organization)'

/** SQL: whether a second person is required. */
export const secondPersonRequiredSql = '(select o.second_person from organization o where o.id = :organization)'
