import { type Static, Type } from 'typebox'
import { Line, Nullable } from '#http/schema.ts'
import { etagOf, versionField } from '#http/version.ts'
import { HolidayPlaceCode, type Settings, TimeZone } from '#shared/settings.ts'

export const WorkspaceSettingsInput = Type.Object({
  name: Line(
    200,
    'The name of the workspace, as its pages and reports show it. Applying a provisioning file overwrites it.',
  ),
  selfDecision: Type.Boolean({
    description:
      'Whether people may decide on their own work, for workspaces with few people. Each such decision is marked.',
  }),
  secondPerson: Type.Boolean({
    description:
      'Whether a second person must close findings, activate exceptions, and confirm that a clause is not applicable or a control is retired.',
  }),
  timeZone: TimeZone,
  holidayPlace: Nullable(HolidayPlaceCode),
  ledgerPublic: Type.Boolean({
    description:
      'Whether anyone may read checkpoints, keys and hashes of the audit trail at /ledger without a token. They reveal no content of records.',
  }),
  mailNamesRecords: Type.Boolean({
    description:
      'Whether mails and chat messages name the records that they remind of, with key, due date and link. If not, they give counts only.',
  }),
})

type SettingsInput = Static<typeof WorkspaceSettingsInput>

export const WorkspaceSettings = Type.Object(
  { ...WorkspaceSettingsInput.properties, ...versionField },
  { title: 'WorkspaceSettings' },
)

export const settingsOf = ({
  name,
  self_decision,
  second_person,
  time_zone,
  holiday_place,
  ledger_public,
  mail_names_records,
}: Settings): SettingsInput => ({
  name,
  selfDecision: self_decision,
  secondPerson: second_person,
  timeZone: time_zone,
  holidayPlace: holiday_place,
  ledgerPublic: ledger_public,
  mailNamesRecords: mail_names_records,
})

export const showWorkspaceSettings = (settings: SettingsInput): Static<typeof WorkspaceSettings> => ({
  ...settings,
  etag: etagOf(
    settings.name,
    settings.selfDecision,
    settings.secondPerson,
    settings.timeZone,
    settings.holidayPlace,
    settings.ledgerPublic,
    settings.mailNamesRecords,
  ),
})
