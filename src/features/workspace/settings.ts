import { type Static, Type } from 'typebox'
import { roles } from '#api/access.ts'
import { changing, reading } from '#api/endpoint.ts'
import { invalid } from '#api/errors.ts'
import { notFound } from '#api/family.ts'
import { findSettings, type Settings, TimeZone } from '#api/settings.ts'
import { isTimeZone } from '#lib/time-zone.ts'
import { lockSettings, updateSettings } from './queries.ts'

const WorkspaceSettings = Type.Object(
  {
    selfDecision: Type.Boolean({
      description:
        'Whether people may decide what they had a hand in: for a workspace of too few. Each such decision is marked.',
    }),
    timeZone: TimeZone,
  },
  { title: 'WorkspaceSettings' },
)

const show = ({ self_decision, time_zone }: Settings): Static<typeof WorkspaceSettings> => ({
  selfDecision: self_decision,
  timeZone: time_zone,
})

export const getSettings = reading({
  name: 'getWorkspaceSettings',
  summary: 'Get the settings of the workspace: self-decision and the time zone of its days',
  tag: 'Workspace',
  workspace: { path: '/settings', roles: [...roles] },
  response: WorkspaceSettings,
  errors: ['not_found'],
  async run(call) {
    const [row] = await call.read(findSettings, [call.organizationId])
    if (!row) throw notFound('workspace')
    return show(row)
  },
})

export const updateWorkspaceSettings = changing({
  name: 'updateWorkspaceSettings',
  summary: 'Change the settings of the workspace',
  tag: 'Workspace',
  method: 'PATCH',
  workspace: { path: '/settings', roles: ['admin'] },
  confirm: true,
  status: 200,
  action: 'workspace.settings',
  body: Type.Partial(WorkspaceSettings),
  response: WorkspaceSettings,
  errors: ['not_found'],
  async run({ tx, organizationId, audit }, { body }) {
    if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
      throw invalid(['timeZone'], 'is no name of the IANA time zone database, such as Europe/Berlin')
    const [row] = await tx.query(lockSettings, [organizationId])
    if (!row) throw notFound('workspace')
    const before = show(row)
    const { selfDecision = before.selfDecision, timeZone = before.timeZone } = body
    const after = { selfDecision, timeZone }
    tx.write(updateSettings, [organizationId, selfDecision, timeZone])
    const told = ({ selfDecision, timeZone }: typeof before) =>
      `self-decision ${selfDecision ? 'allowed' : 'not allowed'}, time zone ${timeZone}`
    const detail = `${told(before)} → ${told(after)}`
    audit(organizationId, { before: JSON.stringify(before), after: JSON.stringify(after), detail })
    return after
  },
})
