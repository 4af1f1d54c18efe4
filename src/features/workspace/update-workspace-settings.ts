import { Type } from 'typebox'
import { standing } from '#api/bound.ts'
import { changing } from '#api/endpoint.ts'
import { invalid, oneOr404 } from '#api/errors.ts'
import { boundOrganization } from '#api/settings.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { lockSettings, updateSettings } from './queries.ts'
import { SettingsInput, settingsOf, showSettings, WorkspaceSettings } from './settings.ts'

export const updateWorkspaceSettings = changing({
  name: 'updateWorkspaceSettings',
  summary: 'Change the settings of the workspace',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/settings', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'workspace.settings',
  body: Type.Partial(SettingsInput),
  response: WorkspaceSettings,
  errors: ['not_found'],
  async run({ tx, organizationId, audit }, { body }) {
    if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
      throw invalid(['timeZone'], 'is not a name in the IANA time zone database, such as Europe/Berlin')
    const row = oneOr404(await tx.query(lockSettings, {}), 'workspace')
    const before = settingsOf(row)
    const { selfDecision = before.selfDecision, timeZone = before.timeZone, ledgerPublic = before.ledgerPublic } = body
    const after = { selfDecision, timeZone, ledgerPublic }
    tx.write(updateSettings, after)
    const summary = ({ selfDecision, timeZone, ledgerPublic }: typeof before) =>
      `self-decision ${selfDecision ? 'allowed' : 'not allowed'}, time zone ${timeZone}${ledgerPublic ? ', ledger public' : ''}`
    const detail = `${summary(before)} → ${summary(after)}`
    const { content } = await standing(tx, boundOrganization, organizationId)
    audit(organizationId, { content, detail })
    return showSettings(after)
  },
})
