import { type Static, Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { sentence } from '#lib/sentence.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { boundOrganization, requireHolidayPlace, requireTimeZone } from '#shared/settings.ts'
import { lockSettings, updateSettings } from './queries.ts'
import { settingsOf, showWorkspaceSettings, WorkspaceSettings, WorkspaceSettingsInput } from './settings.ts'

type Input = Static<typeof WorkspaceSettingsInput>

const pickChanges = (input: Partial<Input>) => {
  const { name, selfDecision, secondPerson, timeZone, holidayPlace, ledgerPublic, mailNamesRecords } = input
  return {
    ...(name !== undefined && { name }),
    ...(selfDecision !== undefined && { selfDecision }),
    ...(secondPerson !== undefined && { secondPerson }),
    ...(timeZone !== undefined && { timeZone }),
    ...(holidayPlace !== undefined && { holidayPlace }),
    ...(ledgerPublic !== undefined && { ledgerPublic }),
    ...(mailNamesRecords !== undefined && { mailNamesRecords }),
  }
}

const summarize = ({
  selfDecision,
  secondPerson,
  timeZone,
  holidayPlace,
  ledgerPublic,
  mailNamesRecords,
}: Input): string =>
  [
    `self-decision ${selfDecision ? 'allowed' : 'not allowed'}`,
    ...(secondPerson ? ['second person needed'] : []),
    ...(holidayPlace === null ? [] : [`holidays of ${holidayPlace}`]),
    `time zone ${timeZone}${ledgerPublic ? ', ledger public' : ''}`,
    ...(mailNamesRecords ? [] : ['mails name no records']),
  ].join(', ')

/** Whether the change lets one person do alone what needed two people before. */
const isWeaker = (before: Input, after: Input): boolean =>
  (before.secondPerson && !after.secondPerson) || (!before.selfDecision && after.selfDecision)

export const updateWorkspaceSettings = changeEndpoint({
  name: 'updateWorkspaceSettings',
  summary: 'Change the settings of the workspace',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/settings', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'workspace.settings',
  body: Type.Partial(WorkspaceSettingsInput),
  response: WorkspaceSettings,
  errors: ['not_found', 'conflict'],
  conflicts: {
    organization_sample_name: sentence`workspace.sample_name: The name of a sample workspace begins with "Sample data: ".`,
  },
  async run(change, { body }) {
    const { tx, organizationId, audit } = change
    if (body.timeZone !== undefined) requireTimeZone(body.timeZone)
    if (typeof body.holidayPlace === 'string') await requireHolidayPlace(body.holidayPlace, 'holidayPlace', change.now)
    const row = firstOrNotFound(await tx.query(lockSettings, {}), 'workspace')
    const before = settingsOf(row)
    const after = { ...before, ...pickChanges(body) }
    tx.write(updateSettings, after)
    const nameChange = before.name === after.name ? [] : [`name ${before.name} → ${after.name}`]
    const detail = [`${summarize(before)} → ${summarize(after)}`, ...nameChange].join('; ')
    if (isWeaker(before, after)) writeSecurityEvent(change, { type: 'fourEyesWeakened', context: {} })
    const { content } = await currentRow(tx, boundOrganization, organizationId)
    audit(organizationId, { content, detail })
    return showWorkspaceSettings(after)
  },
})
