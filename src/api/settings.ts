import { Type } from 'typebox'
import { rows, statement } from '#db/statement.ts'
import type { Call } from './call.ts'

/** What a workspace has decided for itself. */
export interface Settings {
  /** Whether people may decide what they worked on themselves. */
  self_decision: boolean
  /** IANA name. */
  time_zone: string
}

/** The workspace's days are counted in it. */
export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Name of the IANA time zone database, such as Europe/Berlin: days are counted in it.',
})

export const findSettings = statement(
  'find_settings',
  {},
  'select self_decision, time_zone from organization where id = :organization',
  rows<Settings>,
)

/** The time zone in which the days of the caller's workspace are counted. */
export const timeZoneOf = async ({ read }: Pick<Call, 'read' | 'organizationId'>): Promise<string> => {
  const [settings] = await read(findSettings, {})
  return settings?.time_zone ?? 'UTC'
}
