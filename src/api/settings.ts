import { Type } from 'typebox'
import { rows, statement } from '#db/statement.ts'
import { bound, moment, plain } from './bound.ts'
import type { Call } from './call.ts'

/** What a workspace has decided for itself. */
export interface Settings {
  /** Whether people may decide what they worked on themselves. */
  self_decision: boolean
  /** Whether ends of findings, exceptions, excluded clauses and retired controls take a second person. */
  second_person: boolean
  /** IANA name. */
  time_zone: string
  /** Whether anybody may read checkpoints, keys and hashes of the ledger. */
  ledger_public: boolean
}

/** That it operates the install is said by the file of the operator, which may take the mark from another. */
export const boundOrganization = bound({
  table: 'organization',
  prefix: 'org',
  record: false,
  content: {
    createdAt: moment,
    ledgerPublic: plain,
    name: plain,
    // Left out where it is off, as in rows from before there was the setting.
    secondPerson: value => value || undefined,
    selfDecision: plain,
    slug: plain,
    timeZone: plain,
    webhookForm: plain,
  },
  actions: ['organization.', 'workspace.settings', 'webhook.settings'],
})

/** The workspace's days are counted in it. */
export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Name of the IANA time zone database, such as Europe/Berlin: days are counted in it.',
})

export const findSettings = statement(
  'find_settings',
  {},
  'select self_decision, second_person, time_zone, ledger_public from organization where id = :organization',
  rows<Settings>,
)

/** The time zone in which the days of the caller's workspace are counted. */
export const timeZoneOf = async ({ read }: Pick<Call, 'read' | 'organizationId'>): Promise<string> => {
  const [settings] = await read(findSettings, {})
  return settings?.time_zone ?? 'UTC'
}

/** SQL: whether people may decide what they had a hand in. */
export const decidesOwn = '(select o.self_decision from organization o where o.id = :organization)'

/** SQL: whether a second person is needed. */
export const takesSecond = '(select o.second_person from organization o where o.id = :organization)'
