import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readRecord } from '#http/record.ts'
import { Id, Nullable, Reference } from '#http/schema.ts'
import { recordVersion } from '#http/version.ts'
import { Control } from '#src/features/governance/controls/control.ts'
import { ControlCoverage } from '#src/features/governance/coverage.ts'
import { controlsOfRisk, findRisk } from './risk-queries.ts'
import { showRisk, WorkspaceRisk } from './show-risk.ts'

const { controlKey, title, status } = Control.properties

export const getWorkspaceRisk = readEndpoint({
  name: 'getWorkspaceRisk',
  summary: 'Get one risk with the controls that treat it',
  tag: 'Risks',
  workspace: { path: '/risks/{riskId}', roles: [...roles] },
  params: Type.Object({ riskId: Reference('grk') }),
  response: Type.Object(
    {
      ...WorkspaceRisk.properties,
      acceptedByName: Nullable(Type.String()),
      controls: Type.Array(
        Type.Object({
          controlId: Id('gct'),
          ...{ controlKey, title, status },
          state: ControlCoverage.properties.state,
        }),
      ),
    },
    { title: 'RiskDetail' },
  ),
  version: recordVersion('risk'),
  errors: ['not_found'],
  async run(call, { params: { riskId: id } }) {
    const { now, actor } = call
    const [rows, controls] = await Promise.all([call.read(findRisk, { id }), call.read(controlsOfRisk, { id, now })])
    const row = firstOrNotFound(rows, 'risk')
    return {
      ...showRisk(row, actor),
      acceptedByName: row.accepted_by_name,
      controls: controls.map(({ record, state }) => {
        const { id: controlId, controlKey, title, status } = readRecord(Control, record)
        return { controlId, controlKey, title, status, state }
      }),
    }
  },
})
